package io.tarn.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.SimulatedMemory;
import io.tarn.agent.kernel.SimulatedVmMemory;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.world.InMemoryEmcs;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.agent.world.InMemoryStateStore;
import io.tarn.agent.world.ManualStrand;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An agent whose book is behind a kernel that lived on, as after a lost write on a real host. */
class HostSessionTest {

  private static final SliceId SLICE = new SliceId("p1", 0);

  private final ManualStrand clock = new ManualStrand();
  private final InMemoryPoolManager manager = new InMemoryPoolManager();
  private final InMemoryEmcs emcs = new InMemoryEmcs();
  private final SimulatedMemory memory =
      new SimulatedMemory(
          128L << 20,
          Map.of(SLICE, 8),
          KernelDelays.PUBLISHED,
          StuckFaults.NONE,
          clock,
          new SplittableRandom(1));

  @Test
  void online_alreadyInTheKernel_isCheckedAndReported() {
    emcs.set("p1", 0, InMemoryPoolManager.PORT, 1);
    manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    start();
    clock.advance(Duration.ofMillis(20));
    assertThat(memory.onlineBlocks()).isEqualTo(Map.of(SLICE, 8));
    assertThat(manager.acked())
        .containsExactly(new Observation("p1", 0, 1, Seen.ONLINE, 0, 8, null));
  }

  @Test
  void offline_unknownToTheBookButInTheKernel_isTakenOfflineBlockByBlock() {
    manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1));
    start();
    clock.advance(Duration.ofMillis(5));
    assertThat(manager.acked()).isEmpty();
    clock.advance(Duration.ofMillis(120));
    assertThat(memory.onlineBlocks()).isEmpty();
    assertThat(manager.acked())
        .containsExactly(new Observation("p1", 0, 1, Seen.OFFLINE, 8, 8, null));
  }

  private void start() {
    HostState state = HostState.firstBoot("h1", new BootReport("b1", 1, 128L << 20));
    HostSession session =
        new HostSession(
            state,
            memory,
            new SimulatedVmMemory(MoveSettings.PUBLISHED, clock, new SplittableRandom(1)),
            new Peers(manager, emcs, new InMemoryStateStore()),
            clock,
            new SplittableRandom(1));
    session.start(() -> {});
  }
}
