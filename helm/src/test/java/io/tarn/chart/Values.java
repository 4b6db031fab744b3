package io.tarn.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Values of a release; an instance does not change. */
record Values(ObjectNode tree) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** None: the chart's own defaults. */
  static Values none() {
    return new Values(JSON.createObjectNode());
  }

  /** The fewest with which the chart installs its services. */
  static Values least() {
    return none()
        .with("identity.issuer", "https://issuer.example")
        .with("identity.audience", "tarn")
        .with("identity.jwks.uri", "https://issuer.example/jwks")
        .with("database.url", "jdbc:postgresql://postgres.example:5432/tarn")
        .with("database.existingSecret", "tarn-database")
        .with("kafka.bootstrapServers", "kafka-0.example:9093,kafka-1.example:9093")
        .with("kafka.existingSecret", "tarn-kafka")
        .with("scheduler.tokenSecret", "tarn-scheduler-token")
        .with("models.existingSecret", "tarn-model-keys")
        .with("migration.adminSecret", "tarn-database-admin");
  }

  /** The fewest with which it installs everything. */
  static Values all() {
    return least()
        .with("hostAgent.enabled", true)
        .with("hostAgent.tokens.existingSecret", "tarn-agent-tokens");
  }

  /**
   * Sets a value.
   *
   * @param path the keys with dots between them
   * @param value anything that JSON can say
   */
  Values with(String path, Object value) {
    return with(List.of(path.split("\\.", -1)), value);
  }

  /** Sets a property of a service. */
  Values withSetting(String component, String property, Object value) {
    return with(List.of(component, "settings", property), value);
  }

  private Values with(List<String> path, Object value) {
    ObjectNode copy = tree.deepCopy();
    ObjectNode at = copy;
    for (String key : path.subList(0, path.size() - 1)) {
      at = at.withObjectProperty(key);
    }
    JsonNode node = JSON.valueToTree(value);
    at.set(path.get(path.size() - 1), node);
    return new Values(copy);
  }

  String json() {
    return tree.toString();
  }
}
