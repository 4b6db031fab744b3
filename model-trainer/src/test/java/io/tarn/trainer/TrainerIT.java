package io.tarn.trainer;

import static io.tarn.trainer.testing.TestTrainer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.ModelAnnounced;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.model.Artifact;
import io.tarn.contracts.model.ArtifactPart;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.Verification.Verified;
import io.tarn.db.ServiceSchema;
import io.tarn.scheduler.prediction.ModelPair;
import io.tarn.scheduler.prediction.Opened;
import io.tarn.trainer.testing.TestTrainer;
import io.tarn.trainer.testing.TestTraining;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TrainerIT {

  private static final TestDatabase DATABASE = TestDatabase.fresh();

  @TempDir private static Path directory;
  private static TestTrainer trainer;

  @BeforeAll
  static void start() throws IOException {
    trainer = TestTrainer.start(DATABASE, directory);
  }

  @AfterAll
  static void stop() {
    trainer.close();
  }

  @Test
  void story_trainPromoteFetchRollBack() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.MODELS)) {
      String first = trainer.trained("{\"scenario\":182,\"seed\":1}", "PROMOTED");
      assertThat(announced(tail, 1)).isEqualTo(first);
      assertThat(json(get("/v1/models/" + first)).at("/state").asString()).isEqualTo("SERVING");

      Artifact artifact =
          new Artifact(
              part(first, ArtifactPart.MANIFEST),
              part(first, ArtifactPart.SIGNATURE),
              part(first, ArtifactPart.FOREST),
              part(first, ArtifactPart.GBM));
      Verified verified =
          (Verified)
              new ArtifactVerifier(
                      TestTraining.KEYS.getPublic(),
                      bytes -> TestTraining.JSON.readValue(bytes, Manifest.class))
                  .verify(first, 182, artifact);
      try (ModelPair pair = ((Opened.Usable) ModelPair.open(verified)).pair()) {
        assertThat(pair.manifest().pairId()).isEqualTo(first);
      }

      // the same rows and seed: nothing new
      assertThat(trainer.trained("{\"scenario\":182,\"seed\":1}", "KEPT")).isEqualTo(first);

      // a candidate waits; promoted by hand it serves, rolled back it is retired
      String second = trainer.candidate();
      assertThat(json(get("/v1/models/" + first)).at("/state").asString()).isEqualTo("SERVING");
      assertThat(post("/v1/models/" + second + "/promote", "").statusCode()).isEqualTo(200);
      assertThat(announced(tail, 2)).isEqualTo(second);
      assertThat(json(get("/v1/models/" + first)).at("/state").asString()).isEqualTo("RETIRED");
      HttpResponse<String> back = post("/v1/models:rollback", "{\"scenario\":182}");
      assertThat(json(back).at("/pairId").asString()).isEqualTo(first);
      assertThat(announced(tail, 3)).isEqualTo(first);
      assertThat(json(get("/v1/models/" + second)).at("/reason").asString())
          .isEqualTo("rolled back to " + first);
      assertThat(post("/v1/models:rollback", "{\"scenario\":182}").statusCode()).isEqualTo(409);

      // the one that serves is announced again; a rollback that names what it rolls back, once
      assertThat(post("/v1/models/" + first + "/promote", "").statusCode()).isEqualTo(200);
      assertThat(announced(tail, 4)).isEqualTo(first);
      post("/v1/models/" + second + "/promote", "");
      String from = "{\"scenario\":182,\"from\":\"" + second + "\"}";
      assertThat(post("/v1/models:rollback", from).statusCode()).isEqualTo(200);
      JsonNode again = json(post("/v1/models:rollback", from));
      assertThat(again.at("/detail").asString())
          .isEqualTo("pair " + first + " serves, not " + second);
      assertThat(announced(tail, 6)).isEqualTo(first);

      damage(second);
      JsonNode refused = json(post("/v1/models/" + second + "/promote", ""));
      assertThat(refused.at("/code").asString()).isEqualTo("pair-not-promoted");
      assertThat(refused.at("/detail").asString()).contains(second + " is damaged in the store");
      assertThat(json(get("/v1/models/" + second)).at("/reason").asString())
          .contains("its manifest cannot be read");
      assertThat(json(get("/v1/models/" + first)).at("/state").asString()).isEqualTo("SERVING");
      assertThat(json(get("/v1/models?limit=1")).at("/items").size()).isEqualTo(1);
    }
  }

  @Test
  void training_whileAnotherRuns_isRefused_andOneCutOffIsClosed() throws Exception {
    TestJdbc rows = new TestJdbc(DATABASE, ServiceSchema.TRAINER);
    // what a killed trainer leaves behind: a row that runs, and a lease that runs out
    rows.client()
        .sql(
            "insert into training (training_id, scenario, seed, state, stage)"
                + " values ('killed', 222, 1, 'RUNNING', 'BOOST')")
        .update();
    rows.client()
        .sql(
            "insert into lease (name, holder, epoch, expires_at)"
                + " values ('training', 'killed', 1, clock_timestamp() + interval '1 second')"
                + " on conflict (name) do update set holder = 'killed', epoch = lease.epoch + 1,"
                + " expires_at = excluded.expires_at")
        .update();
    HttpResponse<String> refused = post("/v1/trainings", "{\"scenario\":222}");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(json(refused).at("/code").asString()).isEqualTo("training-runs");

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !json(get("/v1/trainings/killed")).at("/state").asString().equals("RUNNING"));
    JsonNode killed = json(get("/v1/trainings/killed"));
    assertThat(killed.at("/state").asString()).isEqualTo("FAILED");
    assertThat(killed.at("/detail").asString()).isEqualTo("cut off");
    // the files have no slowdowns of 222
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> post("/v1/trainings", "{\"scenario\":222}").statusCode() == 202);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                rows.client()
                        .sql(
                            "select count(*) from training where scenario = 222 and state ="
                                + " 'FAILED' and detail like '%no column slowdown_222_percent'")
                        .query(Long.class)
                        .single()
                    == 1);
  }

  @Test
  void badRequests_nameTheField() throws Exception {
    assertThat(json(post("/v1/trainings", "{\"scenario\":183}")).at("/field").asString())
        .isEqualTo("scenario");
    assertThat(json(post("/v1/trainings", "{}")).at("/field").asString()).isEqualTo("scenario");
    assertThat(get("/v1/trainings/none").statusCode()).isEqualTo(404);
    assertThat(get("/v1/models/none").statusCode()).isEqualTo(404);
    assertThat(post("/v1/models/none/promote", "").statusCode()).isEqualTo(404);
    assertThat(json(get("/v1/models/none/artifact/other")).at("/field").asString())
        .isEqualTo("file");
    assertThat(
            json(post(
                    "/v1/sensitivity-runs",
                    "{\"runs\":[{\"workloadId\":\"c/w\",\"scenario\":182,"
                        + "\"slowdownPercent\":1e9}]}"))
                .at("/field")
                .asString())
        .contains("slowdownPercent");
    // an absent slowdown must not count as none
    refusedRun(
        "{\"workloadId\":\"c/w\",\"scenario\":182}", "runs[0].slowdownPercent", "-100..100000");
    refusedRun("{\"workloadId\":\"c/w\",\"slowdownPercent\":1}", "runs[0].scenario", "182 or 222");
    refusedRun(
        "{\"workloadId\":\"w\",\"scenario\":182,\"slowdownPercent\":1}",
        "runs[0].workloadId",
        "{customer}/{workload}");
    refusedRun(
        "{\"workloadId\":\"c/w\",\"scenario\":182,\"slowdownPercent\":1},"
            + "{\"workloadId\":\"c/w\",\"scenario\":182,\"slowdownPercent\":2}",
        "runs",
        "once");
    assertThat(
            json(post(
                    "/v1/sensitivity-runs",
                    "{\"runs\":[{\"workloadId\":\"c/w\",\"scenario\":182,"
                        + "\"slowdownPercent\":3.5}]}"))
                .at("/kept")
                .asInt())
        .isEqualTo(1);
  }

  /** As a disk would. */
  private static void damage(String pairId) throws SQLException {
    try (Connection connection = DATABASE.asAdministrator().getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "update trainer.model_pair set manifest = '\\x7b' where pair_id = ?")) {
      update.setString(1, pairId);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  private static void refusedRun(String runs, String field, String accepted) throws Exception {
    JsonNode problem = json(post("/v1/sensitivity-runs", "{\"runs\":[" + runs + "]}"));
    assertThat(problem.at("/status").asInt()).as(runs).isEqualTo(400);
    assertThat(problem.at("/field").asString()).as(runs).isEqualTo(field);
    assertThat(problem.at("/accepted").asString()).as(runs).contains(accepted);
  }

  private static String announced(TopicTail tail, int nth) throws Exception {
    ModelAnnounced announced =
        BusCodec.MODELS.decode(tail.await("182", nth, Duration.ofSeconds(20)).get(nth - 1).value());
    assertThat(announced.getScenario()).isEqualTo(182);
    return announced.getPairId();
  }

  private static byte[] part(String pairId, ArtifactPart part) throws Exception {
    return trainer.bytes("/v1/models/" + pairId + "/artifact/" + part.fileName());
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return trainer.get(path);
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return trainer.post(path, body);
  }
}
