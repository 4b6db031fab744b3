package io.tarn.trainer.registry;

import io.tarn.contracts.model.Figures;
import io.tarn.contracts.model.Lineage;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.OperatingPoint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pair as an operator sees it.
 *
 * @param pairId its name
 * @param scenario 182 or 222
 * @param state where it is
 * @param reason why it was rejected or retired, or cannot be read
 * @param predecessor what served before it
 * @param trainedAt when it was made
 * @param changedAt when its state last changed
 * @param operatingPoint from where on it is acted on
 * @param calibration counts where the operating point was chosen
 * @param evaluation counts on the last days
 * @param evaluationPercent the same as shares
 * @param lineage where it comes from
 */
public record PairView(
    String pairId,
    int scenario,
    PairState state,
    @Nullable String reason,
    @Nullable String predecessor,
    Instant trainedAt,
    Instant changedAt,
    OperatingPoint operatingPoint,
    Figures calibration,
    Figures evaluation,
    Shares evaluationPercent,
    Lineage lineage) {

  /**
   * Figures as shares, in percent, by their names in the design.
   *
   * @param fpPercent of all VMs
   * @param opPercent of all VMs
   * @param mispredictionPercent of all VMs
   * @param liPercent of all memory
   * @param umPercent of the memory of the rest
   * @param pooledPercent of all memory
   */
  public record Shares(
      double fpPercent,
      double opPercent,
      double mispredictionPercent,
      double liPercent,
      double umPercent,
      double pooledPercent) {

    static Shares of(Figures figures) {
      return new Shares(
          figures.fpPercent(),
          figures.opPercent(),
          figures.mispredictionPercent(),
          figures.liPercent(),
          figures.umPercent(),
          figures.pooledPercent());
    }
  }

  /** A pair whose manifest is damaged: its figures are all zero. */
  public static PairView unreadable(PairRow row, String why) {
    return new PairView(
        row.pairId(),
        row.scenario(),
        row.state(),
        why,
        row.predecessor(),
        row.trainedAt(),
        row.changedAt(),
        OperatingPoint.NOTHING,
        Figures.NONE,
        Figures.NONE,
        Shares.of(Figures.NONE),
        new Lineage("unknown", 0, "unknown"));
  }

  /** A pair's row and its manifest. */
  public static PairView of(PairRow row, Manifest manifest) {
    return new PairView(
        row.pairId(),
        row.scenario(),
        row.state(),
        row.reason(),
        row.predecessor(),
        row.trainedAt(),
        row.changedAt(),
        manifest.operatingPoint(),
        manifest.calibration(),
        manifest.evaluation(),
        Shares.of(manifest.evaluation()),
        manifest.lineage());
  }
}
