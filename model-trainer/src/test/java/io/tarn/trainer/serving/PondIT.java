package io.tarn.trainer.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.CounterHistory;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.HistoryKey;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.db.ServiceSchema;
import io.tarn.scheduler.app.SchedulerService;
import io.tarn.trainer.testing.TestTrainer;
import io.tarn.trainer.testing.TestTraining;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** Trainer and scheduler, each as it is, over a real bus: what is announced is what decides. */
class PondIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path directory;
  private static TestTrainer trainer;
  private static ConfigurableApplicationContext scheduler;
  private static int vms;

  @BeforeAll
  static void start() throws Exception {
    for (String topic : new String[] {Topics.MODELS, Topics.HISTORY, Topics.SLICES}) {
      TestBus.tail(topic).close();
    }
    trainer = TestTrainer.start(DATABASE, directory);
    Path key = directory.resolve("public.pem");
    Files.writeString(key, publicKeyPem());
    scheduler =
        SpringApplication.run(
            SchedulerService.class,
            ServiceArguments.of(
                DATABASE,
                ServiceSchema.SCHEDULER,
                // the trainer's own would be found first
                "--spring.config.location="
                    + Path.of("../scheduler-service/src/main/resources/application.yml").toUri(),
                "--server.port=0",
                "--tarn.placement.policy=pond",
                "--tarn.prediction.trainer-url=" + trainer.url(),
                "--tarn.prediction.public-key-file=" + key,
                "--tarn.prediction.guests=*",
                // nobody answers there: what is predicted is seen, and everything stays local
                "--tarn.pool-manager.url=http://127.0.0.1:1"));
    assertThat(send("PUT", "/v1/hosts/h1", "{\"vcpus\":512,\"localMiB\":4194304}").statusCode())
        .isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    scheduler.close();
    trainer.close();
  }

  @Test
  void decisions_restOnThePairThatWasAnnouncedLast() throws Exception {
    JsonNode unpredicted = decided("customer-1", "w1");
    assertThat(unpredicted.at("/ceilingReason").asString()).isEqualTo("no-model");
    assertThat(unpredicted.at("/prediction").isMissingNode()).isTrue();

    String first = trainer.trained("{\"scenario\":182,\"seed\":1}", "PROMOTED");
    awaitPair(first);
    JsonNode cold = decided("customer-1", "w1");
    assertThat(cold.at("/prediction/probability").isMissingNode())
        .as("nothing is known of its counters")
        .isTrue();
    assertThat(cold.at("/prediction/untouchedShare").isNumber()).isTrue();

    tell("customer-1", "w1", 0.3f);
    tell("customer-1", "w2", 0.01f);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> !decided("customer-1", "w2").at("/prediction/probability").isMissingNode());
    assertThat(decided("customer-1", "w1").at("/prediction/insensitive").asBoolean()).isFalse();
    assertThat(decided("customer-1", "w2").at("/prediction/probability").asDouble())
        .isGreaterThan(decided("customer-1", "w1").at("/prediction/probability").asDouble());

    String second = trainer.candidate();
    assertThat(trainer.post("/v1/models/" + second + "/promote", "").statusCode()).isEqualTo(200);
    awaitPair(second);
    assertThat(trainer.post("/v1/models:rollback", "{\"scenario\":182}").statusCode())
        .isEqualTo(200);
    awaitPair(first);
  }

  private static void awaitPair(String pairId) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> decided("customer-1", "w1").at("/prediction/pairId").asString(""),
            pairId::equals);
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        send("GET", "/actuator/prometheus", "")
                            .body()
                            .lines()
                            .filter(line -> line.startsWith("tarn_prediction_pair_serving{")))
                    .singleElement()
                    .asString()
                    .contains("pair=\"" + pairId + "\"")
                    .endsWith(" 1.0"));
  }

  /** What a new VM was decided on. */
  private static JsonNode decided(String customer, String workload) throws Exception {
    String vmId = "vm-" + ++vms;
    String body =
        """
        {"vmId":"%s","vcpus":1,"memoryMiB":4096,"customer":"%s","vmType":"type-4096",
         "guestOs":"linux","region":"north","workload":"%s"}
        """
            .formatted(vmId, customer, workload);
    HttpResponse<String> placed = send("POST", "/v1/vms", body);
    assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
    assertThat(TestTraining.JSON.readTree(placed.body()).at("/kind").asString())
        .isEqualTo("ALL_LOCAL");
    return TestTraining.JSON
        .readTree(send("GET", "/v1/vms/" + vmId + "/decision", "").body())
        .at("/attempts/0/decision");
  }

  /** Tells of a workload that stalls so much on DRAM. */
  private static void tell(String customer, String workload, float stalls) throws Exception {
    CounterHistory.Builder counters =
        CounterHistory.newBuilder().setWindows(10).setFeatureVersion(CounterFeatures.VERSION);
    for (String name : CounterFeatures.NAMES) {
      counters.addFeatures(
          name.startsWith("dramLatencyBound") ? stalls : name.startsWith("pool") ? 0 : 0.5f);
    }
    History history =
        History.newBuilder()
            .setHeader(EventHeader.newBuilder().setSequence(1).setOccurredAtMillis(1_000))
            .setKey(HistoryKey.newBuilder().setCustomer(customer).setWorkload(workload))
            .setAsOfMillis(1_000)
            .setCounters(counters)
            .build();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBus.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(Topics.HISTORY, HistoryKeys.of(history), history.toByteArray()))
          .get();
    }
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws Exception {
    String port =
        Optional.ofNullable(scheduler.getEnvironment().getProperty("local.server.port"))
            .orElseThrow();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .method(method, BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static String publicKeyPem() {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(TestTraining.KEYS.getPublic().getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }
}
