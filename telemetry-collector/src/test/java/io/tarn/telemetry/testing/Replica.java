package io.tarn.telemetry.testing;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.telemetry.app.TelemetryCollector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One collector in this JVM, or as a process of its own that can be killed. */
public final class Replica implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ConfigurableApplicationContext context;
  private final HttpClient http = HttpClient.newHttpClient();

  private Replica(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts one.
   *
   * @param group the consumer group; replicas of one collector share it
   */
  public static Replica start(TestDatabase database, String group) {
    return new Replica(SpringApplication.run(TelemetryCollector.class, arguments(database, group)));
  }

  /**
   * Starts one as a process.
   *
   * @param log where its output goes
   */
  public static Process process(TestDatabase database, String group, Path log) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TelemetryCollector.class.getName()));
    command.addAll(List.of(arguments(database, group)));
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What was answered.
   *
   * @param status HTTP status
   * @param json the body
   */
  public record Reply(int status, JsonNode json) {}

  /** Asks. */
  public Reply get(String path) {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends it as a stop of its process does; a second time does nothing. */
  public void stop() {
    context.close();
  }

  @Override
  public void close() {
    stop();
  }

  private static String[] arguments(TestDatabase database, String group) {
    return Stream.concat(
            Stream.of(ServiceArguments.of(database, ServiceSchema.TELEMETRY)),
            Stream.of(
                "--server.port=0",
                "--spring.kafka.consumer.group-id=" + group,
                "--tarn.telemetry.history-interval=200ms",
                // a session that ends soon after its process was killed
                "--spring.kafka.consumer.properties.session.timeout.ms=6000",
                "--spring.kafka.consumer.properties.heartbeat.interval.ms=1000"))
        .toArray(String[]::new);
  }
}
