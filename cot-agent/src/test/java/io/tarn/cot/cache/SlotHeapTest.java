package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotHeapTest {

  private static final int SLOTS = 64;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void leastIsFirst_throughAnyChange(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] scores = new double[SLOTS];
    SlotHeap heap = new SlotHeap(scores, new int[SLOTS], SLOTS);
    Set<Integer> in = new TreeSet<>();
    for (int step = 0; step < 20_000; step++) {
      int slot = random.nextInt(SLOTS);
      if (!in.contains(slot)) {
        scores[slot] = random.nextInt(100);
        heap.add(slot);
        in.add(slot);
      } else if (random.nextInt(3) == 0) {
        heap.remove(slot);
        in.remove(slot);
      } else {
        double before = scores[slot];
        scores[slot] = random.nextInt(100);
        if (scores[slot] > before) {
          heap.raised(slot);
        } else {
          heap.lowered(slot);
        }
      }
      assertThat(heap.size()).isEqualTo(in.size());
      if (!in.isEmpty()) {
        double least = in.stream().mapToDouble(s -> scores[s]).min().orElseThrow();
        assertThat(scores[heap.at(0)]).as("step %d", step).isEqualTo(least);
      }
    }
  }
}
