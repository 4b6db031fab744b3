package io.tarn.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The environment variables that Spring Boot's own properties are read from. */
final class SpringNames {

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  private final Set<String> variables = new TreeSet<>();
  private final Set<String> maps = new TreeSet<>();

  private SpringNames() {}

  /** The properties of the parts of Spring Boot on the class path. */
  static SpringNames onTheClassPath() {
    SpringNames names = new SpringNames();
    try {
      for (URL url : Collections.list(SpringNames.class.getClassLoader().getResources(METADATA))) {
        try (InputStream in = url.openStream()) {
          for (JsonNode property : new ObjectMapper().readTree(in).path("properties")) {
            names.add(property);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  private void add(JsonNode property) {
    String variable = variable(property.path("name").asText());
    variables.add(variable);
    if (property.path("type").asText().startsWith("java.util.Map<")) {
      maps.add(variable + "_");
    }
  }

  /** Whether a variable is a property's, or an entry's of a property that is a map. */
  boolean has(String variable) {
    return variables.contains(variable) || maps.stream().anyMatch(variable::startsWith);
  }

  /** The environment variable of a property: Spring Boot's rule. */
  static String variable(String property) {
    return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
