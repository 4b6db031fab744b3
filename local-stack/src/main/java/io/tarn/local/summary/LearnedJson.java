package io.tarn.local.summary;

import io.tarn.cot.balance.Loads;
import io.tarn.local.learn.CacheBalance;
import io.tarn.local.learn.Judgement;
import io.tarn.local.learn.Learned;
import io.tarn.local.learn.Training;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What was learned, for programs. */
final class LearnedJson {

  private LearnedJson() {}

  static void put(Map<String, Object> json, Learned learned) {
    Judgement judgement = learned.judgement();
    json.put("models", models(learned));
    Training training = learned.training();
    if (training != null) {
      json.put("training", training.described());
    }
    json.put("vmsJudged", judgement.vms());
    json.put("falsePositives", judgement.falsePositives());
    json.put("overpredictions", judgement.overpredictions());
    json.put("fpPercent", SummaryJson.rounded(judgement.fpPercent()));
    json.put("opPercent", SummaryJson.rounded(judgement.opPercent()));
    json.put("pooledPercent", SummaryJson.rounded(judgement.pooledPercent()));
    CacheBalance balance = learned.balance();
    if (balance != null) {
      json.put("cot", cot(balance));
    }
  }

  private static List<Map<String, Object>> models(Learned learned) {
    JsonNode pair = learned.pair();
    if (pair == null) {
      return List.of();
    }
    Map<String, Object> forest = model(pair, "forest", learned.judgement().byForest());
    figure(forest, pair, "fpPercent");
    figure(forest, pair, "liPercent");
    Map<String, Object> gbm = model(pair, "gbm", learned.judgement().byGbm());
    figure(gbm, pair, "opPercent");
    figure(gbm, pair, "umPercent");
    return List.of(forest, gbm);
  }

  private static Map<String, Object> model(JsonNode pair, String name, int vms) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("model", name);
    model.put("pairId", pair.path("pairId").asString());
    model.put("scenario", pair.path("scenario").asInt());
    model.put("vmsScored", vms);
    model.put("evaluationVms", pair.path("evaluation").path("vms").asInt());
    return model;
  }

  private static void figure(Map<String, Object> model, JsonNode pair, String name) {
    model.put(name, SummaryJson.rounded(pair.path("evaluationPercent").path(name).asDouble()));
  }

  private static Map<String, Object> cot(CacheBalance balance) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("imbalanceBefore", SummaryJson.rounded(balance.before().imbalance()));
    json.put("imbalanceAfter", SummaryJson.rounded(balance.after().imbalance()));
    json.put("weightedImbalanceBefore", SummaryJson.rounded(balance.before().weightedImbalance()));
    json.put("weightedImbalanceAfter", SummaryJson.rounded(balance.after().weightedImbalance()));
    json.put("lookUpsBefore", lookUps(balance.before()));
    json.put("lookUpsAfter", lookUps(balance.after()));
    json.put("lines", balance.lines());
    json.put("epochs", balance.epochs());
    return json;
  }

  private static long lookUps(Loads loads) {
    return loads.lookUps();
  }
}
