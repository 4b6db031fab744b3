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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool manager that is slow, broken, away or full. */
class PoolTroubleIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private TestPoolManager poolManager;
  private TestDatabase database;
  private Rows rows;
  private Replica replica;
  private Rest rest;

  @BeforeEach
  void start() {
    poolManager = TestPoolManager.start();
    database = TestDatabase.fresh();
    rows = new Rows(database);
    replica =
        Replica.start(
            database, poolManager, "pool-trouble-it", "--tarn.placement.policy=static:25");
    rest = replica.rest();
  }

  @AfterEach
  void end() {
    rows.verifyHosts();
    replica.close();
    poolManager.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Mood.class,
      names = {"COMMITS_LATE_ANSWER", "LATE_COMMIT", "BROKEN"})
  void place_noAnswerInTime_goesAllLocalAndTheGrantNeverLives(Mood mood) {
    wire("h1", 16, 64);
    poolManager.be(mood);
    Reply placed = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/state")).isEqualTo("READY");
    assertThat(placed.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(placed.number("/attempt")).isEqualTo(2);
    assertThat(rest.get("/v1/vms/a/decision").text("/attempts/1/decision/ceilingReason"))
        .isEqualTo("pool-manager-unanswered");

    poolManager.calm();
    await().atMost(PATIENCE).until(() -> rows.withdrawals("a").isEmpty());
    await().atMost(PATIENCE).until(() -> poolManager.pools().live("a").isEmpty());
    assertThat(rest.post("/v1/vms", vm("a", 2, 16384)).body()).isEqualTo(placed.body());
  }

  @Test
  void place_awayAndNoRoomWithoutThePool_isAcceptedAndFinishedLater() {
    wire("h1", 16, 12);
    poolManager.be(Mood.BROKEN);
    Reply accepted = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
    assertThat(accepted.text("/state")).isEqualTo("PENDING");
    assertThat(accepted.header("Location")).hasValue("/v1/vms/a");
    Reply stillPending = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(stillPending.status()).isEqualTo(202);

    poolManager.calm();
    await().atMost(PATIENCE).until(() -> "PLACED".equals(rest.get("/v1/vms/a").text("/state")));
    Reply repeated = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(repeated.status()).isEqualTo(201);
    assertThat(repeated.text("/kind")).isEqualTo("ZNUMA");
    assertThat(poolManager.pools().live("a")).hasSize(1);
  }

  @Test
  void place_accepted_isNeverGivenUp() {
    wire("h1", 16, 12);
    poolManager.be(Mood.BROKEN);
    assertThat(rest.post("/v1/vms", vm("a", 2, 16384)).status()).isEqualTo(202);
    poolManager.pools().notPoolable("h1");
    poolManager.calm();
    await()
        .atMost(PATIENCE)
        .until(() -> poolManager.calls().stream().filter("PUT a.1"::equals).count() > 3);
    assertThat(rest.get("/v1/vms/a").text("/state")).isEqualTo("PENDING");
    wire("h2", 16, 64);
    await().atMost(PATIENCE).until(() -> "READY".equals(rest.get("/v1/vms/a").text("/state")));
    assertThat(rest.get("/v1/vms/a").text("/hostId")).isEqualTo("h2");
  }

  @Test
  void place_poolFullerThanSeen_takesAnother() {
    poolManager.pools().pool("p1", 64, "h1");
    poolManager.pools().pool("p2", 40, "h1");
    assertThat(rest.put("/v1/hosts/h1", host(16, 65536, "p1", "p2")).status()).isEqualTo(201);
    awaitPoolRead();
    poolManager.pools().hidden("p1", 62);
    Reply placed = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/poolId")).isEqualTo("p2");
    assertThat(placed.text("/grantId")).isEqualTo("a.2");
    assertThat(rest.get("/v1/vms/a/decision").text("/attempts/1/decision/earlier/0"))
        .isEqualTo("pool-exhausted p1");
    await().atMost(PATIENCE).until(() -> rows.withdrawals("a").isEmpty());
    assertThat(poolManager.pools().live("a")).hasSize(1);
  }

  @Test
  void place_hostNotPoolable_takesAnotherHost() {
    poolManager.pools().pool("p1", 64, "h1", "h2");
    assertThat(rest.put("/v1/hosts/h1", host(16, 65536, "p1")).status()).isEqualTo(201);
    assertThat(rest.put("/v1/hosts/h2", host(16, 65536, "p1")).status()).isEqualTo(201);
    awaitPoolRead();
    poolManager.pools().notPoolable("h1");
    Reply placed = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/hostId")).isEqualTo("h2");
    assertThat(placed.text("/kind")).isEqualTo("ZNUMA");
    assertThat(placed.number("/attempt")).isEqualTo(2);
  }

  @Test
  void place_poolFullAndNoRoomWithoutIt_isRefusedAndTheNameStaysUsable() {
    wire("h1", 16, 12);
    poolManager.pools().hidden("p1", 64);
    Reply refused = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.text("/code")).isEqualTo("no-fit");
    assertThat(refused.json().at("/reasons").toString())
        .contains("\"reason\":\"local-memory\"")
        .contains("\"missing\":4096");
    assertThat(rest.get("/v1/vms/a").status()).isEqualTo(404);
    assertThat(rest.delete("/v1/vms/a").status()).isEqualTo(404);
    assertThat(rest.get("/v1/vms").text("/items/0/vmId")).isEmpty();
    assertThat(rest.get("/v1/hosts/h1").number("/usedVcpus")).isZero();
    assertThat(rows.state("a")).isEqualTo("REFUSED");

    poolManager.pools().hidden("p1", 0);
    // another body under the same name: nothing was promised
    Reply placed = rest.post("/v1/vms", vm("a", 3, 16384));
    assertThat(placed.status()).as(placed.body()).isEqualTo(201);
    assertThat(placed.text("/grantId")).isEqualTo("a.2");
    assertThat(rest.post("/v1/vms", vm("a", 2, 16384)).status()).isEqualTo(422);
  }

  @Test
  void place_poolViewTooOld_isAllLocalAndSaysWhy() {
    wire("h1", 16, 64);
    poolManager.be(Mood.WHOLLY_BROKEN);
    await().atMost(PATIENCE).until(() -> replica.metric("tarn_view_age", "pools") > 5);
    Reply placed = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(placed.status()).isEqualTo(201);
    assertThat(placed.text("/kind")).isEqualTo("ALL_LOCAL");
    assertThat(placed.number("/attempt")).isEqualTo(1);
    assertThat(rest.get("/v1/vms/a/decision").text("/attempts/0/decision/ceilingReason"))
        .isEqualTo("pool-state-stale");
  }

  @Test
  void delete_poolManagerAway_isFinishedLater() {
    wire("h1", 16, 64);
    assertThat(rest.post("/v1/vms", vm("a", 2, 16384)).status()).isEqualTo(201);
    poolManager.goAway();
    Reply leaving = rest.delete("/v1/vms/a");
    assertThat(leaving.status()).isEqualTo(202);
    assertThat(leaving.text("/state")).isEqualTo("DELETING");
    assertThat(rest.delete("/v1/vms/a").status()).isEqualTo(202);
    assertThat(rest.post("/v1/vms", vm("a", 2, 16384)).status()).isEqualTo(410);
    assertThat(rest.get("/v1/hosts/h1").number("/usedVcpus")).isEqualTo(2);

    poolManager.comeBack();
    await().atMost(PATIENCE).until(() -> "DELETED".equals(rest.get("/v1/vms/a").text("/state")));
    assertThat(rest.get("/v1/hosts/h1").number("/usedVcpus")).isZero();
    assertThat(poolManager.pools().live("a")).isEmpty();
    assertThat(rest.delete("/v1/vms/a").status()).isEqualTo(200);
  }

  @Test
  void delete_whileTheGrantIsOnItsWay_winsAndTheGrantNeverLives() {
    wire("h1", 16, 64);
    poolManager.be(Mood.LATE_COMMIT);
    CompletableFuture<Reply> placing =
        CompletableFuture.supplyAsync(() -> rest.post("/v1/vms", vm("a", 2, 16384)));
    await().atMost(PATIENCE).until(() -> "PENDING".equals(rows.state("a")));
    Reply leaving = rest.delete("/v1/vms/a");
    assertThat(leaving.status()).isEqualTo(202);
    assertThat(placing.join().status()).isEqualTo(410);

    poolManager.calm();
    await().atMost(PATIENCE).until(() -> "DELETED".equals(rows.state("a")));
    await().atMost(PATIENCE).until(() -> poolManager.pools().live("a").isEmpty());
    assertThat(rest.get("/v1/hosts/h1").number("/usedVcpus")).isZero();
  }

  private void wire(String hostId, int vcpus, int localGiB) {
    if ("h1".equals(hostId)) {
      poolManager.pools().pool("p1", 64, "h1");
    }
    assertThat(rest.put("/v1/hosts/" + hostId, host(vcpus, localGiB * 1024L, "p1")).status())
        .isEqualTo(201);
    awaitPoolRead();
  }

  /** Waits until the scheduler has read the pools after what went before. */
  private void awaitPoolRead() {
    int before = poolManager.poolReads();
    await().atMost(PATIENCE).until(() -> poolManager.poolReads() > before + 2);
  }
}
