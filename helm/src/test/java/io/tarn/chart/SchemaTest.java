package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The schema leaves nothing open and explains itself. */
class SchemaTest {

  /** What Kubernetes itself checks, and what Helm hands to charts within charts. */
  private static final List<String> OPEN =
      List.of("global", "nodeAffinity", "podAffinity", "podAntiAffinity");

  private final JsonNode schema = StrictYaml.tree(Chart.file("values.schema.json"));
  private final List<String> faults = new ArrayList<>();

  @Test
  void objects_areClosed_andTextsBounded() {
    check("", schema);
    schema
        .path("definitions")
        .properties()
        .forEach(entry -> check(entry.getKey(), entry.getValue()));
    assertThat(faults).isEmpty();
  }

  private void check(String path, JsonNode node) {
    String type = node.path("type").asText();
    if (type.equals("object") && !node.has("additionalProperties")) {
      fault(path, "takes any key");
    }
    if (type.equals("string") && !node.has("pattern") && !node.has("enum")) {
      fault(path, "takes any text");
    }
    if (type.equals("integer") && !node.has("minimum") && !node.has("enum")) {
      fault(path, "takes any number");
    }
    if (node.path("properties").isObject()) {
      for (Map.Entry<String, JsonNode> property : node.path("properties").properties()) {
        if (!OPEN.contains(property.getKey())) {
          check(path + "." + property.getKey(), property.getValue());
          explained(path + "." + property.getKey(), property.getValue());
        }
      }
    }
  }

  /** Tolerations are Kubernetes' own words. */
  private void explained(String path, JsonNode node) {
    JsonNode meant =
        node.has("$ref")
            ? schema.at(node.path("$ref").asText().substring(1))
            : node.path("allOf").path(0).has("$ref")
                ? schema.at(node.path("allOf").path(0).path("$ref").asText().substring(1))
                : node;
    if (meant.path("description").asText().length() < 5) {
      fault(path, "is not explained");
    }
  }

  private void fault(String path, String what) {
    faults.add(path + " " + what);
  }
}
