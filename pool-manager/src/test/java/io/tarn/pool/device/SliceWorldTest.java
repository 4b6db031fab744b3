package io.tarn.pool.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeded random lives of a pool, its hosts and its leaders; every step is checked. */
class SliceWorldTest {

  private static final int STEPS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 1000, 2000, 3000, 4000, 5000, 6000, 7000})
  void world_keepsItsInvariants(long first) {
    int released = 0;
    int replaced = 0;
    for (long seed = first; seed < first + 25; seed++) {
      SliceWorld world = new SliceWorld(seed);
      for (int step = 0; step < STEPS; step++) {
        String did = world.step();
        assertThat(world.broken()).as("seed %d step %d: %s", seed, step, did).isEmpty();
      }
      world.settleDown();
      assertThat(world.broken()).as("seed %d at the end", seed).isEmpty();
      assertThat(world.unfinished()).as("seed %d at the end", seed).isEmpty();
      assertThat(world.differences()).as("seed %d at the end", seed).isEmpty();
      List<Set<Integer>> slices = world.vandalize();
      assertThat(slices.get(1)).as("seed %d", seed).isEqualTo(slices.get(0));
      assertThat(world.differences()).as("seed %d mended", seed).isEmpty();
      assertThat(world.broken()).as("seed %d mended", seed).isEmpty();
      released += world.released();
      replaced += world.replaced();
    }
    // the lives are worth checking only when slices go all the way and are used again
    assertThat(released).isGreaterThan(100);
    assertThat(replaced).isGreaterThan(50);
  }
}
