package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How long grants took to come back, by the worst that befell them. */
class ReleaseTimesIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void releases_areTimedByTheWorstThatBefellThem() {
    long start = System.nanoTime();
    TestDatabase database = TestDatabase.fresh();
    try (HttpEmc emcs = new HttpEmc()) {
      emcs.plug("p", 16);
      emcs.plug("q", 16);
      HostCommand stuck;
      try (Replica first = Replica.on(database)) {
        Api api = first.api();
        api.put("/v1/pools/p", new PoolSpec(16, emcs.uri("p")));
        Agent agent = host(api, "h");
        online(api, agent, "clean", "h");
        api.withdraw("clean.1");
        agent.obey(10_000);
        awaitReleased(api, "clean");
        awaitCounts(first, counts(1, 0, 0, 0));

        online(api, agent, "stuck", "h");
        api.withdraw("stuck.1");
        stuck = agent.read(10_000).get(0);
        agent.ack("p", stuck.slices().subList(0, 1), Seen.STUCK, "pinned");
      }
      // who releases it need not have seen it stuck
      try (Replica second = Replica.on(database)) {
        Api api = second.api();
        Agent agent = new Agent(api, "h");
        agent.boot(1);
        agent.obey(stuck);
        awaitReleased(api, "stuck");
        awaitCounts(second, counts(0, 1, 0, 0));

        Agent dead = host(api, "dead");
        online(api, dead, "fenced", "dead");
        api.withdraw("fenced.1");
        dead.ack("p", dead.read(10_000).get(0).slices(), Seen.STUCK, "pinned");
        api.call("POST", "/v1/hosts/dead/fence", new FenceRequest("power is off"));
        awaitReleased(api, "fenced");
        awaitCounts(second, counts(0, 1, 1, 0));

        Agent last = host(api, "last");
        online(api, last, "lost", "last");
        online(api, last, "leaving", "last");
        api.withdraw("leaving.1");
        api.call("POST", "/v1/pools/p/fail", new FailRequest("dark", null));
        api.call("POST", "/v1/pools/p/replace", new ReplaceRequest(emcs.uri("q"), null));
        await()
            .atMost(SOON)
            .until(
                () -> {
                  last.obey(0);
                  return released(api, "lost") && released(api, "leaving");
                });
        awaitCounts(second, counts(0, 1, 1, 2));
        for (String cause : new String[] {"stuck", "fenced", "lost"}) {
          assertThat(timer(second, cause).totalTime(TimeUnit.NANOSECONDS))
              .as(cause)
              .isBetween(1.0, 2.0 * (System.nanoTime() - start));
        }
      }
    }
  }

  private static Agent host(Api api, String hostId) {
    api.call("PUT", "/v1/pools/p/hosts/" + hostId, null);
    Agent agent = new Agent(api, hostId);
    agent.boot(1);
    return agent;
  }

  private static void online(Api api, Agent agent, String vm, String hostId) {
    assertThat(api.grant(vm + ".1", hostId, "p", 2).status()).isEqualTo(201);
    agent.obey(10_000);
    assertThat(api.grant(vm + ".1").state()).isEqualTo(GrantState.ONLINE);
  }

  private static void awaitReleased(Api api, String vm) {
    await().atMost(SOON).until(() -> released(api, vm));
  }

  private static boolean released(Api api, String vm) {
    return api.grant(vm + ".1").state() == GrantState.RELEASED;
  }

  /** What is committed is counted just after. */
  private static void awaitCounts(Replica replica, Map<String, Long> expected) {
    await().atMost(SOON).untilAsserted(() -> assertThat(counts(replica)).isEqualTo(expected));
  }

  private static Map<String, Long> counts(long clean, long stuck, long fenced, long lost) {
    return Map.of("clean", clean, "stuck", stuck, "fenced", fenced, "lost", lost);
  }

  private static Map<String, Long> counts(Replica replica) {
    return Stream.of("clean", "stuck", "fenced", "lost")
        .collect(Collectors.toMap(cause -> cause, cause -> timer(replica, cause).count()));
  }

  private static Timer timer(Replica replica, String cause) {
    return replica
        .part(MeterRegistry.class)
        .get("tarn.pool.grant.released")
        .tag("cause", cause)
        .timer();
  }
}
