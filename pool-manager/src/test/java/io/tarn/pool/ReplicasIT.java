package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Replica;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several replicas on one record, and one after the other. */
class ReplicasIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void restartInTheMiddle_goesOnWhereItWas() {
    TestDatabase database = TestDatabase.fresh();
    try (HttpEmc emcs = new HttpEmc()) {
      InMemoryEmc emc = emcs.plug("p", 8);
      try (Replica first = Replica.on(database)) {
        Api api = first.api();
        wire(api, emcs, "p", 8);
        Agent agent = new Agent(api, "h");
        agent.boot(1);
        api.grant("online.1", "h", "p", 2);
        agent.obey(10_000);
        api.grant("leaving.1", "h", "p", 2);
        agent.obey(10_000);
        api.withdraw("leaving.1");
        emc.away(true);
        agent.obey(10_000);
        assertThat(api.grant("asked.1", "h", "p", 2).status()).isEqualTo(201);
      }
      emc.away(false);
      try (Replica second = Replica.on(database)) {
        Api api = second.api();
        await().atMost(SOON).until(() -> api.grant("leaving.1").state() == GrantState.RELEASED);
        Agent agent = new Agent(api, "h");
        assertThat(agent.boot(1).lastSequence()).isGreaterThanOrEqualTo(3);
        await()
            .atMost(SOON)
            .until(
                () -> {
                  agent.obey(1000);
                  return api.grant("asked.1").state() == GrantState.ONLINE;
                });
        assertThat(api.grant("online.1").state()).isEqualTo(GrantState.ONLINE);
        assertThat(api.pool("p").slices())
            .containsEntry(SliceState.ONLINE, 4)
            .containsEntry(SliceState.FREE, 4);
      }
    }
  }

  @Test
  void twoReplicas_serveOneRecord() {
    TestDatabase database = TestDatabase.fresh();
    try (HttpEmc emcs = new HttpEmc();
        Replica first = Replica.on(database);
        Replica second = Replica.on(database)) {
      emcs.plug("p", 8);
      emcs.plug("q", 8);
      wire(first.api(), emcs, "p", 8);
      wire(second.api(), emcs, "q", 8);
      await().atMost(SOON).until(() -> leaders(first, second, "p") == 1);
      await().atMost(SOON).until(() -> leaders(first, second, "q") == 1);
      Agent agent = new Agent(second.api(), "h");
      agent.boot(1);
      // each grant is asked of one replica, read at the other, wherever the leader is
      for (int vm = 0; vm < 4; vm++) {
        String pool = vm % 2 == 0 ? "p" : "q";
        Api api = vm < 2 ? first.api() : second.api();
        assertThat(api.grant("vm" + vm + ".1", "h", pool, 2).status()).isEqualTo(201);
        agent.obey(10_000);
        assertThat(first.api().grant("vm" + vm + ".1").state()).isEqualTo(GrantState.ONLINE);
      }
      assertThat(first.api().grant("vm0.1", "h", "p", 2).status()).isEqualTo(200);
      assertThat(second.api().grant("vm0.1", "h", "p", 2).status()).isEqualTo(200);
      first.api().withdraw("vm0.1");
      second.api().withdraw("vm1.1");
      await()
          .atMost(SOON)
          .until(
              () -> {
                agent.obey(1000);
                return first.api().grant("vm0.1").state() == GrantState.RELEASED
                    && first.api().grant("vm1.1").state() == GrantState.RELEASED;
              });
      // the one that ends gives its leases back
      first.stop();
      await().atMost(SOON).until(() -> leads(second, "p") && leads(second, "q"));
    }
  }

  private static void wire(Api api, HttpEmc emcs, String poolId, int capacityGiB) {
    assertThat(api.put("/v1/pools/" + poolId, new PoolSpec(capacityGiB, emcs.uri(poolId))).status())
        .isEqualTo(201);
    assertThat(api.call("PUT", "/v1/pools/" + poolId + "/hosts/h", null).status()).isEqualTo(201);
  }

  private static long leaders(Replica first, Replica second, String poolId) {
    return Stream.of(first, second).filter(replica -> leads(replica, poolId)).count();
  }

  private static boolean leads(Replica replica, String poolId) {
    Gauge held =
        replica.part(MeterRegistry.class).find("tarn.pool.lease.held").tag("pool", poolId).gauge();
    return held != null && held.value() == 1;
  }
}
