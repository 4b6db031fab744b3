package io.tarn.local.summary;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.local.learn.CacheBalance;
import io.tarn.local.learn.Judgement;
import io.tarn.local.learn.Learned;
import io.tarn.local.learn.Training;
import io.tarn.local.learn.Truth;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What was learned, for people. */
final class LearnedText {

  private LearnedText() {}

  static void add(List<String> lines, Learned learned) {
    models(lines, learned);
    judged(lines, learned.judgement());
    CacheBalance balance = learned.balance();
    if (balance != null) {
      balance(lines, balance);
    }
  }

  private static void models(List<String> lines, Learned learned) {
    JsonNode pair = learned.pair();
    if (pair == null) {
      Training training = learned.training();
      SummaryText.title(lines, "Models: none serves, so every VM is all local");
      SummaryText.add(
          lines,
          "%s",
          training == null ? "Nothing came before to learn from." : training.described());
      return;
    }
    JsonNode shares = pair.path("evaluationPercent");
    SummaryText.title(lines, "Models: " + pair.path("pairId").asString());
    SummaryText.add(
        lines,
        "on %d VMs of its last days, which it had not seen: %.1f %% of memory pooled, %.2f %% of VMs"
            + " mispredicted",
        pair.path("evaluation").path("vms").asInt(),
        shares.path("pooledPercent").asDouble(),
        shares.path("mispredictionPercent").asDouble());
    SummaryText.add(
        lines,
        "forest   latency-insensitive  LI %5.1f %%  FP %.2f %%   scored %d VMs now",
        shares.path("liPercent").asDouble(),
        shares.path("fpPercent").asDouble(),
        learned.judgement().byForest());
    SummaryText.add(
        lines,
        "gbm      untouched memory     UM %5.1f %%  OP %.2f %%   scored %d VMs now",
        shares.path("umPercent").asDouble(),
        shares.path("opPercent").asDouble(),
        learned.judgement().byGbm());
  }

  private static void judged(List<String> lines, Judgement judgement) {
    SummaryText.title(
        lines,
        String.format(
            java.util.Locale.ROOT,
            "Mispredicted so far, by the generator's own truth: %d of %d VMs",
            judgement.falsePositives() + judgement.overpredictions(),
            judgement.vms()));
    SummaryText.add(
        lines,
        "FP %.2f %%   labelled insensitive, slowed down by more than %.0f %%",
        judgement.fpPercent(),
        Truth.MARGIN_PERCENT);
    SummaryText.add(
        lines, "OP %.2f %%   touched more than their local memory", judgement.opPercent());
    SummaryText.add(
        lines, "of the memory of these VMs %.1f %% is pooled", judgement.pooledPercent());
  }

  private static void balance(List<String> lines, CacheBalance balance) {
    SummaryText.title(
        lines,
        "Front end: look-ups of its back ends, most over least (weighted by their share of the"
            + " ring)");
    loads(lines, "without a cache", balance.before());
    loads(lines, "with " + balance.lines() + " lines", balance.after());
  }

  private static void loads(List<String> lines, String name, Loads loads) {
    SummaryText.add(lines, "%-22s %.2f (%.2f)", name, loads.imbalance(), loads.weightedImbalance());
    double most = loads.each().stream().mapToLong(Load::lookUps).max().orElse(0);
    for (Load load : loads.each()) {
      SummaryText.bar(lines, "  " + load.backEnd(), (double) load.lookUps(), most, "");
    }
  }
}
