package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rest.Reply;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows as replicas leave them that die between any two steps. */
class RecoveryIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Rows ROWS = new Rows(DATABASE);
  private static Replica replica;
  private static Rest rest;

  @BeforeAll
  static void start() {
    POOL_MANAGER.pools().pool("p1", 64, "h1");
    POOL_MANAGER.pools().pool("full", 64, "tight");
    POOL_MANAGER.pools().hidden("full", 64);
    replica =
        Replica.start(DATABASE, POOL_MANAGER, "recovery-it", "--tarn.placement.policy=static:25");
    rest = replica.rest();
    assertThat(rest.put("/v1/hosts/h1", host(40, 262144, "p1")).status()).isEqualTo(201);
    assertThat(rest.put("/v1/hosts/tight", host(40, 12288, "full")).status()).isEqualTo(201);
  }

  @AfterAll
  static void end() {
    replica.close();
    POOL_MANAGER.close();
  }

  @AfterEach
  void verify() {
    ROWS.verifyHosts();
  }

  @Test
  void diedBeforeTheGrant_isFinished() {
    ROWS.abandoned("a", 1, "h1", "p1", 500);
    assertThat(rest.get("/v1/vms/a").text("/state")).isEqualTo("PENDING");
    awaitState("a", "PLACED");
    assertThat(POOL_MANAGER.pools().live("a")).hasSize(1);
    Reply repeated = rest.post("/v1/vms", vm("a", 2, 16384));
    assertThat(repeated.status()).isEqualTo(201);
    assertThat(repeated.text("/state")).isEqualTo("PLACED");
  }

  @Test
  void diedAfterTheGrant_isTheSameGrant() {
    grant("b", 1);
    ROWS.abandoned("b", 1, "h1", "p1", 0);
    awaitState("b", "PLACED");
    assertThat(POOL_MANAGER.pools().live("b"))
        .extracting(GrantView::grantId)
        .containsExactly("b.1");
  }

  @Test
  void diedAfterMovingOn_finishesTheNewAttemptAndTakesTheOldOneBack() {
    grant("c", 1);
    ROWS.abandoned("c", 2, "h1", "p1", 0);
    ROWS.withdrawal("c.1", "c");
    awaitState("c", "PLACED");
    await().atMost(PATIENCE).until(() -> ROWS.withdrawals("c").isEmpty());
    assertThat(POOL_MANAGER.pools().live("c"))
        .extracting(GrantView::grantId)
        .containsExactly("c.2");
    assertThat(POOL_MANAGER.pools().grant(new GrantId("c", 1)))
        .extracting(GrantView::state)
        .isIn(GrantState.RELEASING, GrantState.WITHDRAWN);
  }

  @Test
  void diedWhileDeleting_isDeleted() {
    grant("d", 1);
    ROWS.abandoned("d", 1, "h1", "p1", 60_000);
    ROWS.run("update vm set state = 'DELETING', driver_until = null where vm_id = 'd'");
    ROWS.withdrawal("d.1", "d");
    awaitState("d", "DELETED");
    assertThat(POOL_MANAGER.pools().live("d")).isEmpty();
    assertThat(rest.delete("/v1/vms/d").status()).isEqualTo(200);
  }

  @Test
  void diedUntold_andThereIsNoRoom_isGivenUp() {
    rest.post("/v1/hosts/h1/cordon", "");
    try {
      ROWS.abandoned("e", 1, "tight", "full", 0);
      await().atMost(PATIENCE).until(() -> "REFUSED".equals(ROWS.state("e")));
      assertThat(rest.get("/v1/vms/e").status()).isEqualTo(404);
    } finally {
      rest.post("/v1/hosts/h1/uncordon", "");
    }
    Reply placed = rest.post("/v1/vms", vm("e", 2, 16384));
    assertThat(placed.status()).isEqualTo(201);
    assertThat(placed.text("/hostId")).isEqualTo("h1");
    assertThat(placed.text("/grantId")).isEqualTo("e.2");
  }

  @Test
  void leaseStillRuns_isLeftAlone() {
    ROWS.abandoned("f", 1, "h1", "p1", 60_000);
    ROWS.abandoned("g", 1, "h1", "p1", 0);
    awaitState("g", "PLACED");
    assertThat(ROWS.state("f")).isEqualTo("PENDING");
    assertThat(POOL_MANAGER.calls()).doesNotContain("PUT f.1");
    Reply deleted = rest.delete("/v1/vms/f");
    assertThat(deleted.status()).isEqualTo(200);
  }

  @Test
  void repeatOfWhatAnotherDrives_waitsForItsAnswer() {
    ROWS.abandoned("i", 1, "h1", "p1", 1000);
    Reply repeated = rest.post("/v1/vms", vm("i", 2, 16384));
    assertThat(repeated.status()).as(repeated.body()).isEqualTo(201);
    assertThat(repeated.text("/state")).isEqualTo("PLACED");
  }

  @Test
  void withdrawnMeanwhile_goesOnWithAnotherAttempt() {
    ROWS.abandoned("j", 1, "h1", "p1", 60_000);
    deleteAtPoolManager("j", 1);
    ROWS.run("update vm set driver_until = clock_timestamp() where vm_id = 'j'");
    awaitState("j", "PLACED");
    assertThat(ROWS.attempt("j")).isEqualTo(2);
    assertThat(POOL_MANAGER.pools().live("j"))
        .extracting(GrantView::grantId)
        .containsExactly("j.2");
  }

  @Test
  void newerAttemptKnownThere_isOvertaken() {
    // as after the scheduler's database was set back
    grant("k", 3);
    ROWS.abandoned("k", 1, "h1", "p1", 0);
    awaitState("k", "PLACED");
    assertThat(ROWS.attempt("k")).isEqualTo(3);
    assertThat(POOL_MANAGER.pools().live("k"))
        .extracting(GrantView::grantId)
        .containsExactly("k.3");
  }

  private static void grant(String vmId, int attempt) {
    assertThat(
            new Rest(POOL_MANAGER.port())
                .put(
                    "/v1/grants/" + new GrantId(vmId, attempt),
                    "{\"hostId\":\"h1\",\"poolId\":\"p1\",\"sizeGiB\":4}")
                .status())
        .isEqualTo(201);
  }

  private static void deleteAtPoolManager(String vmId, int attempt) {
    assertThat(
            new Rest(POOL_MANAGER.port())
                .delete("/v1/grants/" + new GrantId(vmId, attempt))
                .status())
        .isEqualTo(200);
  }

  private static void awaitState(String vmId, String state) {
    await().atMost(PATIENCE).until(() -> state.equals(rest.get("/v1/vms/" + vmId).text("/state")));
  }
}
