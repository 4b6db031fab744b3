package io.tarn.agent;

import io.tarn.agent.probe.Sampling;
import io.tarn.contracts.InvalidField;
import io.tarn.fleet.vm.Scenario;
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

/** The options of telemetry. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class TelemetryOptions {

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "Kafka; without it no telemetry is sent.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-properties",
      paramLabel = "FILE",
      description = "More settings of Kafka's clients, a properties file.")
  private @Nullable Path kafkaProperties;

  @Option(
      names = "--clock",
      defaultValue = "wall",
      paramLabel = "wall|stepped",
      description = "Time of samples: the wall clock, or one that is moved through the control.")
  private String clock;

  @Option(
      names = "--pmu-every-minutes",
      defaultValue = "1",
      paramLabel = "N",
      description = "Counters are read in one minute of N, 1..1440, default ${DEFAULT-VALUE}.")
  private int pmuEveryMinutes;

  @Option(
      names = "--scan-every-minutes",
      defaultValue = "30",
      paramLabel = "N",
      description = "Access bits are scanned every N minutes, 1..1440, default ${DEFAULT-VALUE}.")
  private int scanEveryMinutes;

  @Option(
      names = "--fleet-seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Seed of how VMs behave, ${DEFAULT-VALUE} by default.")
  private long fleetSeed;

  @Option(
      names = "--scenario",
      defaultValue = "182",
      paramLabel = "182|222",
      description = "Latency of the pools in percent of local memory, default ${DEFAULT-VALUE}.")
  private int scenario;

  /**
   * Checks the options.
   *
   * @param controlPort whether there is a control
   * @throws InvalidField with what would have been accepted
   */
  Optional<TelemetrySettings> settings(boolean controlPort) {
    boolean stepped = checkedClock(controlPort);
    Sampling sampling = new Sampling(pmuEveryMinutes, scanEveryMinutes);
    Scenario slow = Scenario.of(scenario);
    if (bootstrapServers == null) {
      return Optional.empty();
    }
    Map<String, Object> kafka = new HashMap<>(readProperties());
    kafka.put("bootstrap.servers", bootstrapServers);
    return Optional.of(new TelemetrySettings(kafka, stepped, sampling, fleetSeed, slow));
  }

  private boolean checkedClock(boolean controlPort) {
    boolean stepped = clock.equals("stepped");
    if (!stepped && !clock.equals("wall")) {
      throw new InvalidField("clock", clock, "wall or stepped");
    }
    if (stepped && !controlPort) {
      throw new InvalidField("clock", clock, "wall without --control-port, nobody could move it");
    }
    return stepped;
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
