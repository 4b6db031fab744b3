package io.tarn.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.operation.Orders;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.agent.world.World;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.SliceRef;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Kills the agent before every single step of a story; each time it must end the same way. */
class AgentCrashTest {

  private static final int PORT = InMemoryPoolManager.PORT;

  @Test
  void crash_beforeAnyStep_endsAsWithoutOne() {
    int steps = 0;
    while (storyWithCrashAfter(steps)) {
      steps++;
    }
    assertThat(steps).isGreaterThan(60);
  }

  @Test
  void crash_twice_endsAsWithoutOne() {
    for (int first = 0; first < 70; first += 3) {
      for (int second = 1; second < 60; second += 5) {
        World world = newStory();
        run(world, first);
        world.crashAndRestart();
        run(world, second);
        world.crashAndRestart();
        world.run(Duration.ofSeconds(30));
        verifyEnd(world);
      }
    }
  }

  @Test
  void crash_beforeAnyStepOfOperations_endsEachOnce() {
    int steps = 0;
    while (operationsWithCrashAfter(steps)) {
      steps++;
    }
    assertThat(steps).isGreaterThan(30);
  }

  /** A COPY is done, one is called off, and an ATTACH follows the slice that it needs. */
  private static boolean operationsWithCrashAfter(int steps) {
    World world = new World(World.PUBLISHED);
    world.emcs.set("p1", 0, PORT, 1);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1));
    world.manager.order(Orders.copy("done", 12_288), "p1", new SliceRef(0, 1));
    world.manager.order(Orders.copy("off", 1 << 20), "p1", new SliceRef(0, 1));
    world.clock.after(
        Duration.ofMillis(400),
        () -> {
          world.manager.cancel(Orders.copy("off", 1 << 20), "p1");
          world.manager.order(Orders.attach("attached"), "p1", new SliceRef(0, 1));
        });
    world.begin();
    boolean more = run(world, steps);
    world.crashAndRestart();
    world.run(Duration.ofSeconds(30));
    verifyOperations(world);
    return more;
  }

  private static void verifyOperations(World world) {
    assertThat(world.status().position()).isEqualTo(5);
    Map<String, String> ends = new LinkedHashMap<>();
    Map<String, Long> progress = new LinkedHashMap<>();
    for (String text : world.reported()) {
      String[] words = text.split(" ", -1);
      long done = Long.parseLong(words[2]);
      assertThat(progress.getOrDefault(words[0], 0L))
          .as("progress of %s in %s", words[0], world.reported())
          .isLessThanOrEqualTo(done);
      progress.put(words[0], done);
      if (words[1].equals("RUNNING")) {
        assertThat(ends).as("told %s", world.reported()).doesNotContainKey(words[0]);
      } else {
        String before = ends.put(words[0], text);
        assertThat(before == null || before.equals(text)).as("told %s", world.reported()).isTrue();
      }
    }
    assertThat(ends)
        .containsEntry("done", "done DONE 12288")
        .containsEntry("attached", "attached DONE 0")
        .hasSize(3);
    assertThat(ends.get("off")).startsWith("off CANCELLED ");
  }

  /** Slices 0..3 come online, 4 is another host's; then 0 and 1 leave and 5 comes. */
  private static World newStory() {
    World world = new World(World.PUBLISHED);
    for (int slice = 0; slice < 4; slice++) {
      world.emcs.set("p1", slice, PORT, 1);
    }
    world.emcs.set("p1", 4, PORT + 1, 1);
    world.emcs.set("p2", 5, PORT, 9);
    world.manager.issue(Kind.ONLINE, "p1", new SliceRef(0, 1), new SliceRef(1, 1));
    world.manager.issue(
        Kind.ONLINE, "p1", new SliceRef(2, 1), new SliceRef(3, 1), new SliceRef(4, 1));
    world.clock.after(
        Duration.ofMillis(20),
        () -> {
          world.manager.issue(Kind.OFFLINE, "p1", new SliceRef(0, 1), new SliceRef(1, 1));
          world.manager.issue(Kind.ONLINE, "p2", new SliceRef(5, 9));
        });
    world.begin();
    return world;
  }

  private static boolean storyWithCrashAfter(int steps) {
    World world = newStory();
    boolean more = run(world, steps);
    world.crashAndRestart();
    world.run(Duration.ofSeconds(30));
    verifyEnd(world);
    return more;
  }

  private static boolean run(World world, int steps) {
    for (int step = 0; step < steps; step++) {
      if (!world.clock.step()) {
        return false;
      }
    }
    return true;
  }

  private static void verifyEnd(World world) {
    assertThat(world.online()).containsExactly("p1/2@1:0", "p1/3@1:0", "p2/5@9:0");
    assertThat(world.status().position()).isEqualTo(4);
    assertThat(world.manager.boots()).hasSize(1);
    assertThat(lastToldPerSlice(world))
        .containsEntry("p1/0@1", "OFFLINE")
        .containsEntry("p1/1@1", "OFFLINE")
        .containsEntry("p1/2@1", "ONLINE")
        .containsEntry("p1/3@1", "ONLINE")
        .containsEntry("p1/4@1", "REFUSED")
        .containsEntry("p2/5@9", "ONLINE")
        .hasSize(6);
    verifyNeverOnlineAgainAfterOffline(world.told());
  }

  private static Map<String, String> lastToldPerSlice(World world) {
    Map<String, String> last = new LinkedHashMap<>();
    world.told().forEach(text -> last.put(text.split(" ", -1)[1], text.split(" ", -1)[0]));
    return last;
  }

  private static void verifyNeverOnlineAgainAfterOffline(List<String> told) {
    Set<String> offline = new HashSet<>();
    for (String text : told) {
      String[] words = text.split(" ", -1);
      if (words[0].equals("OFFLINE")) {
        offline.add(words[1]);
      } else {
        assertThat(offline).as("told %s", told).doesNotContain(words[1]);
      }
    }
  }
}
