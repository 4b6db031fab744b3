package io.tarn.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.kernel.UsedShare;
import io.tarn.agent.operation.Orders;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.agent.world.World;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.SliceRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A simulated host does what it was ordered to do with VMs. */
class OperationsTest {

  private final World world = World.started(World.PUBLISHED);

  @Test
  void copy_takes50MillisPerGiB_andSaysHowFarItIsEach250() {
    world.manager.order(Orders.copy("o1", 12_288), "p1", new SliceRef(0, 1));
    world.run(Duration.ofMillis(240));
    assertThat(world.reported()).containsExactly("o1 RUNNING 0");
    world.run(Duration.ofMillis(340));
    assertThat(world.reported())
        .containsExactly("o1 RUNNING 0", "o1 RUNNING 5120", "o1 RUNNING 10240");
    world.run(Duration.ofMillis(15));
    assertThat(world.reported()).hasSize(3);
    world.run(Duration.ofMillis(20));
    assertThat(world.reported()).hasSize(4).last().isEqualTo("o1 DONE 12288");
  }

  @Test
  void migrate_isMovedAtTheRateThatIsSet() {
    World slow = moving(new MoveSettings(1_000, 1));
    slow.manager.order(Orders.migrate("o1", 1024), "p1");
    slow.run(Duration.ofMillis(990));
    assertThat(slow.reported())
        .containsExactly("o1 RUNNING 0", "o1 RUNNING 256", "o1 RUNNING 512", "o1 RUNNING 768");
    slow.run(Duration.ofMillis(30));
    assertThat(slow.reported()).last().isEqualTo("o1 DONE 1024");
  }

  @Test
  void copy_ofPinnedMemoryFailsSomewhere() {
    World pinned = moving(new MoveSettings(50, 1));
    pinned.manager.order(Orders.copy("o1", 4096), "p1");
    pinned.run(Duration.ofSeconds(2));
    assertThat(pinned.reported()).last().asString().matches("o1 FAILED [0-9]+ pinned");
    long done = Long.parseLong(pinned.reported().get(1).split(" ", -1)[2]);
    assertThat(done).isBetween(0L, 4095L);
    assertThat(pinned.reported()).hasSize(2);
  }

  @Test
  void copies_failInTheShareThatIsSet() {
    World some = moving(new MoveSettings(0, 0.25));
    for (int n = 0; n < 400; n++) {
      some.manager.order(Orders.copy("o" + n, 1024), "p1");
      some.manager.order(Orders.migrate("m" + n, 1024), "p1");
    }
    some.run(Duration.ofSeconds(5));
    List<String> ends = some.reported().stream().filter(text -> !text.contains("RUNNING")).toList();
    assertThat(ends).hasSize(800);
    // three standard deviations about 100 of 400
    assertThat(ends.stream().filter(text -> text.endsWith("pinned")).count()).isBetween(74L, 126L);
    assertThat(ends).filteredOn(text -> text.startsWith("m")).allMatch(t -> t.contains("DONE"));
  }

  @Test
  void attach_waitsForBlocksThatComeBack_andFailsWhenTheyDoNot() {
    world.emcs.set("p1", 0, InMemoryPoolManager.PORT, 1);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    world.run(Duration.ofSeconds(1));
    world.emcs.setReachable("p1", false);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.order(Orders.attach("o1"), "p1", new SliceRef(0, 1));
    world.run(Duration.ofSeconds(10));
    assertThat(world.reported()).containsExactly("o1 RUNNING 0");
    world.emcs.setReachable("p1", true);
    world.run(Duration.ofSeconds(10));
    assertThat(world.reported()).containsExactly("o1 RUNNING 0", "o1 DONE 0");

    world.manager.issue(Kind.DRAIN, "p1", new SliceRef(0, 1));
    world.run(Duration.ofSeconds(1));
    world.emcs.set("p1", 0, InMemoryPoolManager.PORT + 1, 2);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.order(Orders.attach("o2"), "p1", new SliceRef(0, 1));
    world.run(Duration.ofSeconds(10));
    assertThat(world.reported()).last().isEqualTo("o2 FAILED 0 not-online");
  }

  @Test
  void attach_needsEverySliceOnlineInThisBoot() {
    world.emcs.set("p1", 0, InMemoryPoolManager.PORT, 1);
    world.emcs.set("p1", 1, InMemoryPoolManager.PORT, 1);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1), new SliceRef(1, 1));
    world.run(Duration.ofMillis(100));
    world.manager.order(Orders.attach("o1"), "p1", new SliceRef(0, 1), new SliceRef(1, 1));
    world.run(Duration.ofMillis(100));
    world.manager.order(Orders.attach("o2"), "p1", new SliceRef(0, 1), new SliceRef(2, 1));
    world.run(Duration.ofMillis(100));
    world.manager.order(Orders.attach("o3"), "p1", new SliceRef(0, 2));
    world.run(Duration.ofMillis(100));
    world.reboot();
    world.manager.order(Orders.attach("o4"), "p1", new SliceRef(0, 1));
    world.run(Duration.ofMillis(100));
    assertThat(world.reported())
        .containsExactly(
            "o1 DONE 0",
            "o2 FAILED 0 not-online",
            "o3 FAILED 0 not-online",
            "o4 FAILED 0 not-online");
  }

  @Test
  void cancel_stopsAndSaysHowFarItGot() {
    world.manager.order(Orders.copy("o1", 1 << 20), "p1");
    world.run(Duration.ofMillis(600));
    world.manager.cancel(Orders.copy("o1", 1 << 20), "p1");
    world.run(Duration.ofSeconds(5));
    assertThat(world.reported())
        .containsExactly(
            "o1 RUNNING 0", "o1 RUNNING 5120", "o1 RUNNING 10240", "o1 CANCELLED 10240");
  }

  @Test
  void operation_thatEndedForTheManagerIsNotGoneOnWith() {
    world.manager.order(Orders.copy("o1", 1 << 20), "p1");
    world.run(Duration.ofMillis(300));
    world.manager.end("o1");
    world.run(Duration.ofSeconds(5));
    assertThat(world.reported())
        .containsExactly("o1 RUNNING 0", "o1 RUNNING 5120", "o1 RUNNING 10240");
  }

  @Test
  void operations_ofSeveralVmsGoOnAtTheSameTime() {
    world.manager.order(Orders.copy("o1", 20_480), "p1");
    world.manager.order(Orders.copy("o2", 20_480), "p1");
    world.run(Duration.ofMillis(1_010));
    assertThat(world.reported()).contains("o1 DONE 20480", "o2 DONE 20480");
  }

  @Test
  void boot_forgetsWhatTheOneBeforeWasAt() {
    world.manager.order(Orders.copy("o1", 1 << 20), "p1");
    world.run(Duration.ofMillis(300));
    int said = world.reported().size();
    world.reboot();
    world.run(Duration.ofSeconds(5));
    assertThat(world.reported()).hasSize(said);
  }

  private static World moving(MoveSettings moves) {
    return World.started(
        new SimulationSettings(
            128L << 20, KernelDelays.PUBLISHED, StuckFaults.NONE, moves, UsedShare.ANY));
  }
}
