package io.tarn.trainer.evaluation;

import io.tarn.contracts.model.Figures;
import java.util.Locale;
import java.util.Optional;

/** Decides whether a new pair may serve: within the budget, and not worse than what serves. */
public final class Gate {

  private Gate() {}

  /**
   * Why a pair must not serve.
   *
   * @param fresh of the new pair on the evaluation days
   * @param comparison with the serving pair; empty when none serves or they cannot be compared
   * @param budgetPercent that FP + OP may reach
   * @return empty when it may serve
   */
  public static Optional<String> objection(
      Figures fresh, Optional<Comparison> comparison, double budgetPercent) {
    if (!keepsBudget(fresh, budgetPercent)) {
      return Optional.of(
          say(
              "mispredicts %.2f %% of the evaluation days' VMs, the budget is %.2f %%",
              fresh.mispredictionPercent(), budgetPercent));
    }
    if (fresh.pooledPercent() == 0) {
      return Optional.of("would put nothing on the pool");
    }
    return comparison
        .filter(both -> keepsBudget(both.serving(), budgetPercent))
        .filter(both -> both.serving().pooledPercent() > both.fresh().pooledPercent())
        .map(
            both ->
                say(
                    "would put %.2f %% of memory on the pool, the serving pair puts %.2f %%",
                    both.fresh().pooledPercent(), both.serving().pooledPercent()));
  }

  /** Whether a pair mispredicts no more VMs than it may. */
  public static boolean keepsBudget(Figures figures, double budgetPercent) {
    return figures.mispredictionPercent() <= budgetPercent;
  }

  private static String say(String format, double first, double second) {
    return String.format(Locale.ROOT, format, first, second);
  }
}
