package io.tarn.chart;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads YAML into the typed model of Kubernetes; a field that Kubernetes does not have fails. */
final class StrictYaml {

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/ServiceAccount", ServiceAccount.class,
          "v1/Service", Service.class,
          "apps/v1/Deployment", Deployment.class,
          "apps/v1/DaemonSet", DaemonSet.class,
          "batch/v1/CronJob", CronJob.class,
          "batch/v1/Job", Job.class);

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final ObjectMapper STRICT = new ObjectMapper();

  static {
    YAML.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    STRICT.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    STRICT.setAnnotationIntrospector(new NoAnySetters());
  }

  private StrictYaml() {}

  /** The model keeps what it does not know in a map on the side; without that map it refuses. */
  private static final class NoAnySetters extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return Boolean.FALSE;
    }
  }

  /** One document. */
  static JsonNode tree(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Every object in it.
   *
   * @throws UncheckedIOException when a field is unknown, doubled or of another type
   * @throws IllegalArgumentException when a kind is none that the chart should have
   */
  static List<HasMetadata> objects(String yaml) {
    List<HasMetadata> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        if (!document.isNull() && !document.isMissingNode()) {
          objects.add(typed(document));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return objects;
  }

  private static HasMetadata typed(JsonNode document) throws IOException {
    String kind = document.path("apiVersion").asText() + "/" + document.path("kind").asText();
    Class<? extends HasMetadata> type = KINDS.get(kind);
    if (type == null) {
      throw new IllegalArgumentException(kind + " is none of " + KINDS.keySet());
    }
    return STRICT.treeToValue(document, type);
  }
}
