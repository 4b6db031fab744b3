package io.tarn.trainer.run;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.trainer.training.BoostSettings;
import io.tarn.trainer.training.ForestSettings;

/**
 * How models are trained and judged.
 *
 * @param slowdownMarginPercent the PDM: a workload that slows down more is sensitive, from 0
 * @param budgetPercent FP + OP that a pair may have, 100 - TP, above 0
 * @param confidence with which the operating point keeps the budget on other VMs, by what the
 *     calibration days tell, 0.5..0.999
 * @param least below this there is no training
 * @param forest shape of the forest
 * @param boost shape of the boosted trees
 * @param codeVersion of this trainer
 */
public record TrainingSettings(
    double slowdownMarginPercent,
    double budgetPercent,
    double confidence,
    LeastData least,
    ForestSettings forest,
    BoostSettings boost,
    String codeVersion) {

  /** Checks the ranges. */
  public TrainingSettings {
    range("slowdownMarginPercent", slowdownMarginPercent, 0, 1000);
    range("budgetPercent", budgetPercent, Double.MIN_VALUE, 100);
    range("confidence", confidence, 0.5, 0.999);
    Check.text("codeVersion", codeVersion);
  }

  private static void range(String field, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new InvalidField(field, Double.toString(value), least + ".." + most);
    }
  }
}
