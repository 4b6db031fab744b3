package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Devices that lie, are away, are slow, or were changed by another hand. */
class DeviceFaultsIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();
  private final MeterRegistry meters = rig.replica().part(MeterRegistry.class);

  @Test
  void deviceThatSaysSuccessAndDoesNothing_isNotBelieved() {
    InMemoryEmc emc = rig.pool("d1", 2);
    Agent agent = rig.host("d1", "d1-h");
    emc.idle(true);
    api.grant("d1vm.1", "d1-h", "d1", 2);
    await().atMost(SOON).until(() -> count("tarn.pool.device.undone", "d1") >= 4);
    assertThat(agent.read(0)).isEmpty();
    assertThat(api.slices("d1").get(0).generation()).isZero();
    emc.idle(false);
    agent.obey(10_000);
    assertThat(api.grant("d1vm.1").state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void deviceThatIsAway_holdsUpNobodyElse() {
    InMemoryEmc away = rig.pool("d2", 2);
    rig.pool("d2b", 2);
    Agent waiting = rig.host("d2", "d2-h");
    Agent served = rig.host("d2b", "d2b-h");
    away.away(true);
    assertThat(api.grant("d2vm.1", "d2-h", "d2", 2).status()).isEqualTo(201);
    await().atMost(SOON).until(() -> count("tarn.pool.device.unreachable", "d2") >= 2);
    assertThat(api.grant("d2bvm.1", "d2b-h", "d2b", 2).status()).isEqualTo(201);
    served.obey(10_000);
    assertThat(api.grant("d2bvm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(api.withdraw("d2vm.1").status()).isEqualTo(200);
    assertThat(waiting.read(0)).isEmpty();
    away.away(false);
    waiting.obey(10_000);
    await().atMost(SOON).until(() -> api.grant("d2vm.1").state() == GrantState.RELEASED);
  }

  @Test
  void deviceThatAnswersTooLate_isAskedAgain() throws Exception {
    InMemoryEmc slow = rig.pool("d3", 4);
    Agent agent = rig.host("d3", "d3-h");
    CountDownLatch released = new CountDownLatch(1);
    slow.beforeReadBack(
        () -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    api.grant("d3vm.1", "d3-h", "d3", 1);
    await().atMost(SOON).until(() -> count("tarn.pool.device.unreachable", "d3") >= 1);
    slow.beforeReadBack(() -> {});
    released.countDown();
    agent.obey(10_000);
    assertThat(api.grant("d3vm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(api.slices("d3").get(0).generation()).isEqualTo(1);
  }

  @Test
  void entryOfAnotherHand_isCountedAndLeftAlone() {
    InMemoryEmc emc = rig.pool("d4", 4);
    Agent agent = rig.host("d4", "d4-h");
    emc.overwrite(0, 60, 9);
    api.grant("d4vm.1", "d4-h", "d4", 2);
    await().atMost(SOON).until(() -> count("tarn.pool.device.mismatches", "d4") == 1);
    assertThat(meters.get("tarn.pool.device.differing").tag("pool", "d4").gauge().value())
        .isEqualTo(1);
    assertThat(agent.read(0)).isEmpty();
    assertThat(emc.entry(0).owner()).isEqualTo(60);
    assertThat(api.slices("d4").get(0).state()).isEqualTo(SliceState.ASSIGNED);
    // others of the pool go on
    api.grant("d4vm2.1", "d4-h", "d4", 2);
    agent.obey(10_000);
    assertThat(api.grant("d4vm2.1").state()).isEqualTo(GrantState.ONLINE);
    emc.overwrite(0, null, 0);
    agent.obey(10_000);
    assertThat(api.grant("d4vm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(count("tarn.pool.device.mismatches", "d4")).isEqualTo(1);
  }

  @Test
  void deviceThatForgetsToErase_keepsTheSliceFromBeingReused() {
    InMemoryEmc emc = rig.pool("d5", 1);
    Agent agent = rig.host("d5", "d5-h");
    api.grant("d5vm.1", "d5-h", "d5", 1);
    agent.obey(10_000);
    api.withdraw("d5vm.1");
    agent.ack("d5", agent.read(10_000).get(0).slices(), Seen.OFFLINING, null);
    emc.idle(true);
    agent.ack("d5", agent.seen().get(1).slices(), Seen.OFFLINE, null);
    await().atMost(SOON).until(() -> count("tarn.pool.device.undone", "d5") >= 1);
    assertThat(api.grant("d5vm2.1", "d5-h", "d5", 1).code()).isEqualTo("pool-exhausted");
    emc.idle(false);
    await().atMost(SOON).until(() -> api.pool("d5").freeGiB() == 1);
    assertThat(emc.dirty()).isEmpty();
  }

  @Test
  void metrics_areScraped() {
    rig.pool("d6", 3);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(api.get("/actuator/prometheus").body())
                    .contains(
                        "tarn_pool_slices{pool=\"d6\",state=\"FREE\"} 3.0",
                        "tarn_pool_lease_held{pool=\"d6\"} 1.0",
                        "tarn_pool_grant_online_seconds_count",
                        "tarn_pool_grant_released_seconds_count",
                        "tarn_outbox_waiting"));
    assertThat(api.get("/v3/api-docs").body()).contains("/v1/grants/{grantId}");
    assertThat(api.get("/livez").status()).isEqualTo(200);
    assertThat(api.get("/readyz").status()).isEqualTo(200);
  }

  private double count(String name, String pool) {
    Counter counter = meters.find(name).tag("pool", pool).counter();
    return counter == null ? 0 : counter.count();
  }
}
