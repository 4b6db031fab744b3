package io.tarn.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.tarn.contracts.Topics;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The README says what the chart does. */
class ReadmeTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| ((?:`[A-Za-z.*-]+`(?:, )?)+) \\| (.*?) \\|", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Set<String> SHARED =
      Set.of(
          "image.repository",
          "serviceAccountName",
          "settings",
          "podAnnotations",
          "nodeSelector",
          "tolerations",
          "affinity",
          "replicas",
          "enabled");

  private final String readme = new Sources().file("helm/README.md");
  private final String table =
      readme.substring(readme.indexOf("## Values"), readme.indexOf("## Decisions"));

  @Test
  void values_areAllInTheTable_withTheirDefaults() {
    Map<String, String> told = new TreeMap<>();
    Matcher rows = ROW.matcher(table);
    while (rows.find()) {
      Matcher names = NAME.matcher(rows.group(1));
      while (names.find()) {
        told.put(names.group(1), rows.group(2).replace("`", ""));
      }
    }
    Map<String, String> values = new TreeMap<>();
    flatten("", StrictYaml.tree(Chart.file("values.yaml")), values);
    Map<String, String> untold = new TreeMap<>();
    values.forEach(
        (path, value) -> {
          @Nullable String shown = told.containsKey(path) ? told.get(path) : told.get(shared(path));
          if (shown == null || !(shown.equals(value) || shown.equals("each its own"))) {
            untold.put(path, value + ", and the README says " + shown);
          }
        });
    assertThat(untold).isEmpty();
    assertThat(told.keySet())
        .allMatch(
            name -> name.startsWith("*.") || values.containsKey(name), "is a value of the chart");
  }

  private static String shared(String path) {
    String rest = path.substring(path.indexOf('.') + 1);
    if (rest.startsWith("resources.")) {
      return "*.resources";
    }
    return SHARED.contains(rest) ? "*." + rest : path;
  }

  private static void flatten(String path, JsonNode node, Map<String, String> values) {
    if (!node.isObject() || node.isEmpty()) {
      String text = node.isValueNode() ? node.asText() : "";
      values.put(path, text.isEmpty() ? "none" : text);
      return;
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      flatten(
          path.isEmpty() ? field.getKey() : path + "." + field.getKey(), field.getValue(), values);
    }
  }

  @Test
  void keysOfSecrets_areAllNamed() {
    Rendered rendered =
        Chart.render(
            Values.all()
                .with("identity.jwks.uri", "")
                .with("identity.jwks.existingSecret", "jwks")
                .with("kafka.caSecret", "ca")
                .with("database.caSecret", "ca"));
    Set<String> keys = new TreeSet<>();
    for (Workload workload : rendered.workloads()) {
      workload.container().getEnv().stream()
          .filter(v -> v.getValueFrom() != null && v.getValueFrom().getSecretKeyRef() != null)
          .forEach(v -> keys.add(v.getValueFrom().getSecretKeyRef().getKey()));
      workload.secretFiles().stream()
          .flatMap(secret -> secret.getItems().stream())
          .map(KeyToPath::getKey)
          .forEach(keys::add);
    }
    assertThat(keys).hasSize(16);
    assertThat(keys).allSatisfy(key -> assertThat(readme).contains("`" + key + "`"));
  }

  @Test
  void topics_areAllNamed_inReadmeAndNotes() throws IllegalAccessException {
    String notes = Chart.file("templates/NOTES.txt");
    Set<String> topics = new TreeSet<>();
    for (Field field : Topics.class.getFields()) {
      if (field.get(null) instanceof String name && name.startsWith("tarn.")) {
        topics.add(name);
      }
    }
    assertThat(topics).contains("tarn.placements", "tarn.slices");
    assertThat(topics)
        .allSatisfy(
            topic -> {
              assertThat(readme).contains("`" + topic + "`");
              assertThat(notes).contains(topic);
            });
  }
}
