package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slices that a host cannot give up are asked for again, as often as their budget says. */
class RecallIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String POOL = "recalled";
  private static final String HOST = "recalled-h";

  @Test
  void stuckSlice_isAskedForAgainUntilItsBudgetIsUsedUp() {
    TestDatabase database = TestDatabase.fresh();
    HttpEmc emcs = new HttpEmc();
    emcs.plug(POOL, 4);
    String[] pace = {
      "--tarn.pool.recall.tries=2",
      "--tarn.pool.recall.first-pause=100ms",
      "--tarn.pool.recall.longest-pause=150ms"
    };
    try (Replica replica = Replica.on(database, pace);
        Replica other = Replica.on(database, pace)) {
      Api api = replica.api();
      api.put("/v1/pools/" + POOL, new PoolSpec(4, emcs.uri(POOL))).as(Object.class);
      api.call("PUT", "/v1/pools/" + POOL + "/hosts/" + HOST, null).as(Object.class);
      Agent agent = new Agent(api, HOST);
      agent.boot(1);
      api.grant("rvm.1", HOST, POOL, 2);
      agent.obey(10_000);
      api.withdraw("rvm.1");

      // asked by the release, and twice more; each time only one of them gives way
      List<HostCommand> release = agent.read(10_000);
      agent.ack(POOL, release.get(0).slices().subList(0, 1), Seen.OFFLINE, null);
      agent.ack(POOL, release.get(0).slices().subList(1, 2), Seen.STUCK, "pinned");
      for (int tries = 1; tries <= 2; tries++) {
        List<HostCommand> again = agent.read(10_000);
        assertThat(again).hasSize(1);
        assertThat(again.get(0).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
        assertThat(again.get(0).slices()).isEqualTo(release.get(0).slices().subList(1, 2));
        agent.ack(POOL, again.get(0).slices(), Seen.STUCK, "pinned");
      }
      // as many pauses of a recall as it takes both replicas to have looked again
      assertThat(agent.read(3_000)).isEmpty();
      SliceView stuck = slice(api, release.get(0).slices().get(1).slice());
      assertThat(stuck.state()).isEqualTo(SliceState.QUARANTINED);
      assertThat(stuck.cause()).isEqualTo("pinned");
      assertThat(recalls(api) + recalls(other.api())).isEqualTo(2);

      RepairPlan plan =
          api.call("POST", "/v1/audit/repairs", new RepairRequest(POOL, null, null))
              .as(RepairPlan.class);
      api.call("POST", "/v1/audit/repairs", new RepairRequest(null, plan.planId(), true))
          .as(RepairPlan.class);
      HostCommand repaired = agent.read(10_000).get(0);
      agent.ack(POOL, repaired.slices(), Seen.STUCK, "pinned");
      // somebody asked, so it may be asked for by itself again
      HostCommand anew = agent.read(10_000).get(0);
      agent.ack(POOL, anew.slices(), Seen.OFFLINE, null);
      await().atMost(SOON).until(() -> api.pool(POOL).freeGiB() == 4);
    } finally {
      emcs.close();
    }
  }

  private static SliceView slice(Api api, int number) {
    return api.slices(POOL).stream().filter(s -> s.slice() == number).findFirst().orElseThrow();
  }

  private static double recalls(Api api) {
    return api.get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("tarn_pool_recalls_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
