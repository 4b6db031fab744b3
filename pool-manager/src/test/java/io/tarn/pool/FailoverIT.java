package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import io.tarn.pool.testing.ReplicaProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that is killed. */
class FailoverIT {

  @TempDir private Path directory;

  @Test
  void leaderThatIsKilled_isFollowedWithinSeconds() throws Exception {
    TestDatabase database = TestDatabase.fresh();
    try (HttpEmc emcs = new HttpEmc();
        ReplicaProcess leader = ReplicaProcess.on(database, directory.resolve("leader.log"))) {
      emcs.plug("p", 8);
      await().atMost(Duration.ofSeconds(60)).until(leader::ready);
      assertThat(leader.api().put("/v1/pools/p", new PoolSpec(8, emcs.uri("p"))).status())
          .isEqualTo(201);
      leader.api().call("PUT", "/v1/pools/p/hosts/h", null);
      Agent agent = new Agent(leader.api(), "h");
      agent.boot(1);
      leader.api().grant("before.1", "h", "p", 2);
      agent.obey(10_000);
      try (Replica follower = Replica.on(database)) {
        Agent moved = new Agent(follower.api(), "h");
        moved.boot(1);
        moved.read(0);
        leader.kill();
        long killed = System.nanoTime();
        assertThat(follower.api().grant("after.1", "h", "p", 3).status()).isEqualTo(201);
        assertThat(moved.read(20_000)).hasSize(1);
        // the lease has 3 s, the follower looks every half second
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(5));
        moved.seen().forEach(moved::obey);
        assertThat(follower.api().grant("before.1").state()).isEqualTo(GrantState.ONLINE);
        assertThat(follower.api().grant("after.1").state()).isEqualTo(GrantState.ONLINE);
        assertThat(follower.api().pool("p").slices()).containsEntry(SliceState.ONLINE, 5);
      }
    }
  }
}
