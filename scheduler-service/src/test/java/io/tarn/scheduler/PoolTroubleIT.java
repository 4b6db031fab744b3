package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import io.tarn.scheduler.testing.TestPoolManager.Mood;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A pool manager that is slow, broken, away or full. */
class PoolTroubleIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Rows ROWS = new Rows(DATABASE);
  private static int tests;
  private static Replica replica;
  private static Rest rest;

  // names of this test's own
  private String a = "";
  private String h1 = "";
  private String h2 = "";
  private String p1 = "";
  private String p2 = "";

  @BeforeAll
  static void start() {
    replica =
        Replica.start(
            DATABASE,
            POOL_MANAGER,
            "pool-trouble-it",
            "--tarn.placement.policy=static:25",
            "--tarn.placement.pool-view-max-age=3s");
    rest = replica.rest();
  }

  @AfterAll
  static void end() {
    replica.close();
    POOL_MANAGER.close();
  }

  @BeforeEach
  void names() {
    int test = ++tests;
    a = "a" + test;
    h1 = "h1-" + test;
    h2 = "h2-" + test;
    p1 = "p1-" + test;
    p2 = "p2-" + test;
  }

  @AfterEach
  void leaveTheHostsToNobody() {
    POOL_MANAGER.calm();
    ROWS.verifyHosts();
    for (JsonNode host : rest.get("/v1/hosts").json().at("/items")) {
      rest.post("/v1/hosts/" + host.path("hostId").asString() + "/cordon", "");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Mood.class,
      names = {"COMMITS_LATE_ANSWER", "LATE_COMMIT", "BROKEN"})
  void place_noAnswerInTime_goesAllLocalAndTheGrantNeverLives(Mood mood) {
    wire(h1, 16, 64);
    POOL_MANAGER.be(mood);
    Reply placed = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/state")).isEqualTo("READY");
    assertThat(placed.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(placed.number("/attempt")).isEqualTo(2);
    assertThat(rest.get("/v1/vms/" + a + "/decision").text("/attempts/1/decision/ceilingReason"))
        .isEqualTo("pool-manager-unanswered");

    POOL_MANAGER.calm();
    await().atMost(PATIENCE).until(() -> ROWS.withdrawals(a).isEmpty());
    await().atMost(PATIENCE).until(() -> POOL_MANAGER.pools().live(a).isEmpty());
    assertThat(rest.post("/v1/vms", vm(a, 2, 16384)).body()).isEqualTo(placed.body());
  }

  @Test
  void place_awayAndNoRoomWithoutThePool_isAcceptedAndFinishedLater() {
    wire(h1, 16, 12);
    POOL_MANAGER.be(Mood.BROKEN);
    Reply accepted = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
    assertThat(accepted.text("/state")).isEqualTo("PENDING");
    assertThat(accepted.header("Location")).hasValue("/v1/vms/" + a);
    Reply stillPending = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(stillPending.status()).isEqualTo(202);

    POOL_MANAGER.calm();
    await().atMost(PATIENCE).until(() -> "PLACED".equals(rest.get("/v1/vms/" + a).text("/state")));
    Reply repeated = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(repeated.status()).isEqualTo(201);
    assertThat(repeated.text("/kind")).isEqualTo("ZNUMA");
    assertThat(POOL_MANAGER.pools().live(a)).hasSize(1);
  }

  @Test
  void place_accepted_isNeverGivenUp() {
    wire(h1, 16, 12);
    POOL_MANAGER.be(Mood.BROKEN);
    assertThat(rest.post("/v1/vms", vm(a, 2, 16384)).status()).isEqualTo(202);
    POOL_MANAGER.pools().notPoolable(h1);
    POOL_MANAGER.calm();
    await()
        .atMost(PATIENCE)
        .until(() -> POOL_MANAGER.calls().stream().filter(("PUT " + a + ".1")::equals).count() > 3);
    assertThat(rest.get("/v1/vms/" + a).text("/state")).isEqualTo("PENDING");
    wire(h2, 16, 64);
    await().atMost(PATIENCE).until(() -> "READY".equals(rest.get("/v1/vms/" + a).text("/state")));
    assertThat(rest.get("/v1/vms/" + a).text("/hostId")).isEqualTo(h2);
  }

  @Test
  void place_poolFullerThanSeen_takesAnother() {
    POOL_MANAGER.pools().pool(p1, 64, h1);
    POOL_MANAGER.pools().pool(p2, 40, h1);
    assertThat(rest.put("/v1/hosts/" + h1, host(16, 65536, p1, p2)).status()).isEqualTo(201);
    awaitPoolRead();
    POOL_MANAGER.pools().hidden(p1, 62);
    Reply placed = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/poolId")).isEqualTo(p2);
    assertThat(placed.text("/grantId")).isEqualTo(a + ".2");
    assertThat(rest.get("/v1/vms/" + a + "/decision").text("/attempts/1/decision/earlier/0"))
        .isEqualTo("pool-exhausted " + p1);
    await().atMost(PATIENCE).until(() -> ROWS.withdrawals(a).isEmpty());
    assertThat(POOL_MANAGER.pools().live(a)).hasSize(1);
  }

  @Test
  void place_poolFailed_takesAnotherAndThenNone() {
    POOL_MANAGER.pools().pool(p1, 64, h1);
    POOL_MANAGER.pools().pool(p2, 40, h1);
    assertThat(rest.put("/v1/hosts/" + h1, host(16, 65536, p1, p2)).status()).isEqualTo(201);
    POOL_MANAGER.pools().fail(p1);
    awaitPoolRead();
    Reply placed = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/poolId")).isEqualTo(p2);
    assertThat(placed.number("/attempt")).isEqualTo(1);

    POOL_MANAGER.pools().fail(p2);
    awaitPoolRead();
    String b = "b-" + a;
    Reply local = rest.post("/v1/vms", vm(b, 2, 16384));
    assertThat(local.status()).as(local.body()).isEqualTo(201);
    assertThat(local.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(local.number("/attempt")).isEqualTo(1);
    JsonNode decision = rest.get("/v1/vms/" + b + "/decision").json().at("/attempts/0/decision");
    assertThat(decision.path("rejections").toString())
        .contains("\"reason\":\"pool-failed\"")
        .doesNotContain("pool-memory");
    assertThat(POOL_MANAGER.calls()).noneMatch(call -> call.endsWith(" " + b + ".1"));
  }

  @Test
  void place_hostNotPoolable_takesAnotherHost() {
    POOL_MANAGER.pools().pool(p1, 64, h1, h2);
    assertThat(rest.put("/v1/hosts/" + h1, host(16, 65536, p1)).status()).isEqualTo(201);
    assertThat(rest.put("/v1/hosts/" + h2, host(16, 65536, p1)).status()).isEqualTo(201);
    awaitPoolRead();
    POOL_MANAGER.pools().notPoolable(h1);
    Reply placed = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/hostId")).isEqualTo(h2);
    assertThat(placed.text("/kind")).isEqualTo("ZNUMA");
    assertThat(placed.number("/attempt")).isEqualTo(2);
  }

  @Test
  void place_poolFullAndNoRoomWithoutIt_isRefusedAndTheNameStaysUsable() {
    wire(h1, 16, 12);
    POOL_MANAGER.pools().hidden(p1, 64);
    Reply refused = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.text("/code")).isEqualTo("no-fit");
    assertThat(refused.json().at("/reasons").toString())
        .contains("\"reason\":\"local-memory\"")
        .contains("\"missing\":4096");
    assertThat(rest.get("/v1/vms/" + a).status()).isEqualTo(404);
    assertThat(rest.delete("/v1/vms/" + a).status()).isEqualTo(404);
    assertThat(rest.get("/v1/vms").body()).doesNotContain('"' + a + '"');
    assertThat(rest.get("/v1/hosts/" + h1).number("/usedVcpus")).isZero();
    assertThat(ROWS.state(a)).isEqualTo("REFUSED");

    POOL_MANAGER.pools().hidden(p1, 0);
    // until then the scheduler believes the refusal: nothing is free there
    awaitPoolRead();
    // another body under the same name: nothing was promised
    Reply placed = rest.post("/v1/vms", vm(a, 3, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/grantId")).isEqualTo(a + ".2");
    assertThat(rest.post("/v1/vms", vm(a, 2, 16384)).status()).isEqualTo(422);
  }

  @Test
  void place_poolViewTooOld_isAllLocalAndSaysWhy() {
    wire(h1, 16, 64);
    POOL_MANAGER.be(Mood.WHOLLY_BROKEN);
    await().atMost(PATIENCE).until(() -> replica.metric("tarn_view_age", "pools") > 3);
    Reply placed = rest.post("/v1/vms", vm(a, 2, 16384));
    assertThat(placed.status()).isEqualTo(201);
    assertThat(placed.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(placed.number("/attempt")).isEqualTo(1);
    assertThat(rest.get("/v1/vms/" + a + "/decision").text("/attempts/0/decision/ceilingReason"))
        .isEqualTo("pool-state-stale");
  }

  @Test
  void delete_poolManagerAway_isFinishedLater() {
    wire(h1, 16, 64);
    assertThat(rest.post("/v1/vms", vm(a, 2, 16384)).status()).isEqualTo(201);
    POOL_MANAGER.goAway();
    Reply leaving = rest.delete("/v1/vms/" + a);
    assertThat(leaving.status()).isEqualTo(202);
    assertThat(leaving.text("/state")).isEqualTo("DELETING");
    assertThat(rest.delete("/v1/vms/" + a).status()).isEqualTo(202);
    assertThat(rest.post("/v1/vms", vm(a, 2, 16384)).status()).isEqualTo(410);
    assertThat(rest.get("/v1/hosts/" + h1).number("/usedVcpus")).isEqualTo(2);

    POOL_MANAGER.comeBack();
    await().atMost(PATIENCE).until(() -> "DELETED".equals(rest.get("/v1/vms/" + a).text("/state")));
    assertThat(rest.get("/v1/hosts/" + h1).number("/usedVcpus")).isZero();
    assertThat(POOL_MANAGER.pools().live(a)).isEmpty();
    assertThat(rest.delete("/v1/vms/" + a).status()).isEqualTo(200);
  }

  @Test
  void delete_whileTheGrantIsOnItsWay_winsAndTheGrantNeverLives() {
    wire(h1, 16, 64);
    POOL_MANAGER.be(Mood.LATE_COMMIT);
    CompletableFuture<Reply> placing =
        CompletableFuture.supplyAsync(() -> rest.post("/v1/vms", vm(a, 2, 16384)));
    await().atMost(PATIENCE).until(() -> "PENDING".equals(ROWS.state(a)));
    Reply leaving = rest.delete("/v1/vms/" + a);
    assertThat(leaving.status()).isEqualTo(202);
    assertThat(placing.join().status()).isEqualTo(410);

    POOL_MANAGER.calm();
    await().atMost(PATIENCE).until(() -> "DELETED".equals(ROWS.state(a)));
    await().atMost(PATIENCE).until(() -> POOL_MANAGER.pools().live(a).isEmpty());
    assertThat(rest.get("/v1/hosts/" + h1).number("/usedVcpus")).isZero();
  }

  private void wire(String hostId, int vcpus, int localGiB) {
    if (hostId.equals(h1)) {
      POOL_MANAGER.pools().pool(p1, 64, h1);
    }
    assertThat(rest.put("/v1/hosts/" + hostId, host(vcpus, localGiB * 1024L, p1)).status())
        .isEqualTo(201);
    awaitPoolRead();
  }

  /** Waits until the scheduler has read the pools after what went before. */
  private void awaitPoolRead() {
    int before = POOL_MANAGER.poolReads();
    await().atMost(PATIENCE).until(() -> POOL_MANAGER.poolReads() > before + 2);
  }
}
