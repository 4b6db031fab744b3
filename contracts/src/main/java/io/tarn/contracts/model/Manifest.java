package io.tarn.contracts.model;

import io.tarn.contracts.Check;
import io.tarn.contracts.feature.Categories;
import io.tarn.contracts.feature.FeatureSchema;

/**
 * Describes a pair; its bytes as sent are what the signature covers, and it names the hashes of the
 * two files.
 *
 * @param format version of this form, {@link #FORMAT}
 * @param pairId the pair
 * @param scenario 182 or 222
 * @param counters features that the forest sees
 * @param untouched features that the model of untouched memory sees
 * @param categories numbers of the names in the latter
 * @param operatingPoint from where on the models are acted on
 * @param slowdownMarginPercent the PDM of the labels
 * @param quantile that the model of untouched memory was fitted at, 0..1
 * @param forest its file
 * @param gbm the file of the model of untouched memory
 * @param calibration how it did where the operating point was chosen
 * @param evaluation how it did on the last days
 * @param golden what the models answered when they were made
 * @param lineage where it comes from
 */
public record Manifest(
    int format,
    String pairId,
    int scenario,
    FeatureSchema counters,
    FeatureSchema untouched,
    Categories categories,
    OperatingPoint operatingPoint,
    double slowdownMarginPercent,
    double quantile,
    ModelFile forest,
    ModelFile gbm,
    Figures calibration,
    Figures evaluation,
    GoldenVector golden,
    Lineage lineage) {

  /** The form that this version writes and reads. */
  public static final int FORMAT = 1;

  /** Checks that everything is there. */
  public Manifest {
    Check.range("format", format, FORMAT, FORMAT);
    Check.id("pairId", pairId);
    Scenario.check("scenario", scenario);
    Check.present("counters", counters);
    Check.present("untouched", untouched);
    Check.present("categories", categories);
    Check.present("operatingPoint", operatingPoint);
    Check.present("forest", forest);
    Check.present("gbm", gbm);
    Check.present("calibration", calibration);
    Check.present("evaluation", evaluation);
    Check.present("golden", golden);
    Check.present("lineage", lineage);
  }
}
