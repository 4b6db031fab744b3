package io.tarn.cot;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the bus that epochs are reported on. */
final class BusOptions {

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "Brokers to report epochs to; none: no reports.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description = "More settings of Kafka's client, a properties file.")
  private @Nullable Path kafkaProperties;

  /**
   * Settings of Kafka's client, bootstrap servers among them; empty without a bus.
   *
   * @throws InvalidField with what would have been accepted
   */
  Optional<Map<String, Object>> settings() {
    if (bootstrapServers == null) {
      return Optional.empty();
    }
    Map<String, Object> kafka = readProperties();
    kafka.put("bootstrap.servers", Check.text("bootstrap-servers", bootstrapServers));
    return Optional.of(kafka);
  }

  private Map<String, Object> readProperties() {
    Map<String, Object> settings = new HashMap<>();
    if (kafkaProperties != null) {
      Properties read = new Properties();
      try (Reader reader = Files.newBufferedReader(kafkaProperties)) {
        read.load(reader);
      } catch (IllegalArgumentException | IOException e) {
        throw new InvalidField(
            "kafka-properties", kafkaProperties + " (" + e + ")", "a properties file");
      }
      read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
    }
    return settings;
  }
}
