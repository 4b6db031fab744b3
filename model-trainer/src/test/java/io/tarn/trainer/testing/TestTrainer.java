package io.tarn.trainer.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.trainer.app.TrainerService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The service over files of made-up rows, with small models, and calls of its API. */
public final class TestTrainer implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SEEDS = 12;

  private final ConfigurableApplicationContext service;

  private TestTrainer(ConfigurableApplicationContext service) {
    this.service = service;
  }

  /**
   * Starts it.
   *
   * @param directory for the rows and the key
   */
  public static TestTrainer start(TestDatabase database, Path directory) throws IOException {
    CsvFiles.write(TestData.of(120, 5_000, 3), directory);
    Files.writeString(directory.resolve("key.pem"), TestTraining.privateKeyPem());
    return new TestTrainer(
        SpringApplication.run(
            TrainerService.class,
            ServiceArguments.of(
                database,
                ServiceSchema.TRAINER,
                "--server.port=0",
                "--tarn.training.data-directory=" + directory,
                "--tarn.training.signing-key-file=" + directory.resolve("key.pem"),
                "--tarn.training.budget-percent=6",
                "--tarn.training.confidence=0.9",
                "--tarn.training.lease=2s",
                "--tarn.training.least.judged-vms=50",
                "--tarn.training.least.fit-workloads=20",
                "--tarn.training.forest.trees=30",
                "--tarn.training.boost.trees=30")));
  }

  /** Its base URL. */
  public String url() {
    return "http://127.0.0.1:"
        + Optional.ofNullable(service.getEnvironment().getProperty("local.server.port"))
            .orElseThrow();
  }

  /** Trains to an end of that state; gives the pair. */
  public String trained(String body, String state) throws Exception {
    JsonNode end = end(body);
    assertThat(end.at("/state").asString()).as(end.toString()).isEqualTo(state);
    return end.at("/pairId").asString();
  }

  /** A pair that is as good as the one that serves and does not. */
  public String candidate() throws Exception {
    for (int seed = 2; seed < SEEDS; seed++) {
      JsonNode end = end("{\"scenario\":182,\"promote\":false,\"seed\":" + seed + "}");
      if (end.at("/state").asString().equals("CANDIDATE")) {
        return end.at("/pairId").asString();
      }
      assertThat(end.at("/state").asString()).isEqualTo("KEPT");
    }
    throw new AssertionError("no seed of ten gives a pair that is as good as the first");
  }

  private JsonNode end(String body) throws Exception {
    HttpResponse<String> started =
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () -> post("/v1/trainings", body),
                answer -> {
                  assertThat(answer.statusCode()).as(answer.body()).isIn(202, 409);
                  return answer.statusCode() == 202;
                });
    String path = started.headers().firstValue("Location").orElseThrow();
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> json(get(path)), view -> !view.at("/state").asString().equals("RUNNING"));
  }

  /** The bytes at a path. */
  public byte[] bytes(String path) throws Exception {
    return HTTP.send(request(path).build(), BodyHandlers.ofByteArray()).body();
  }

  /** GET. */
  public HttpResponse<String> get(String path) throws Exception {
    return HTTP.send(request(path).build(), BodyHandlers.ofString());
  }

  /** POST of JSON. */
  public HttpResponse<String> post(String path, String body) throws Exception {
    return HTTP.send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** A body as JSON. */
  public static JsonNode json(HttpResponse<String> response) {
    return TestTraining.JSON.readTree(response.body());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofSeconds(20));
  }

  @Override
  public void close() {
    service.close();
  }
}
