package io.tarn.pool.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.contracts.pool.PoolBuffer.State;
import io.tarn.pool.buffer.BufferStore.Granted;
import io.tarn.pool.buffer.BufferStore.Refused;
import io.tarn.pool.buffer.BufferStore.Released;
import io.tarn.pool.buffer.BufferStore.Standing;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ten hours of a pool that runs short again and again: VMs start as a Poisson stream whose rate
 * doubles and halves every hour, some of them ten at once, live for a while and give back within 1
 * to 9 s. While the buffer holds, none of them must be refused before what is asked back at that
 * moment has come back.
 */
class BufferHoldsTest {

  private static final int CAPACITY = 512;
  private static final BufferSettings SETTINGS = new BufferSettings(3600, 300, 5_000, 10_000, 0.99);
  private static final int[] SIZES = {1, 2, 2, 4, 4, 8};

  private record Leave(long atMillis, long askedMillis, int sizeGiB) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whileItHolds_nobodyIsRefused(long seed) {
    Random random = new Random(seed);
    Tally tally = new Tally();
    PriorityQueue<Leave> leaving = new PriorityQueue<>(Comparator.comparingLong(Leave::atMillis));
    Deque<Long> holding = new ArrayDeque<>();
    int free = CAPACITY;
    int refused = 0;
    int looks = 0;
    int held = 0;
    int broken = 0;
    State state = State.HOLDS;
    long nextLook = 0;
    long horizon = 0;
    double now = 0;
    while (now < 10 * 3600_000.0) {
      double perMilli = (((long) now / 3600_000) % 2 == 0 ? 0.25 : 0.5) / 1000;
      now -= Math.log(1 - random.nextDouble()) / perMilli;
      long millis = (long) now;
      while (nextLook <= millis) {
        free += back(leaving, tally, nextLook);
        tally.forgetBefore((nextLook - 3600_000) / 1000);
        PoolBuffer buffer =
            BufferRules.forecast(
                new Standing("p", CAPACITY, free, 0, 0, 0, state, 0), tally, SETTINGS, nextLook);
        state = buffer.state();
        horizon = buffer.horizonMillis();
        looks++;
        if (state == State.HOLDS) {
          held++;
          holding.add(nextLook);
        }
        nextLook += SETTINGS.everyMillis();
      }
      free += back(leaving, tally, millis);
      int vms = random.nextInt(100) == 0 ? 10 : 1;
      for (int i = 0; i < vms; i++) {
        int size = SIZES[random.nextInt(SIZES.length)];
        if (size > free) {
          refused++;
          broken += broken(holding, millis, horizon);
          tally.add(new Refused("p", millis / 1000, size, 1));
          continue;
        }
        free -= size;
        tally.add(new Granted("p", millis / 1000, size, 1));
        long asked = millis + (long) (-Math.log(1 - random.nextDouble()) * 400_000);
        leaving.add(new Leave(asked + 1000 + random.nextInt(8000), asked, size));
      }
    }
    assertThat(refused).as("refused: the pool must run short").isGreaterThan(100);
    assertThat(held).as("looks at which it held of " + looks).isGreaterThan(looks / 10);
    assertThat((double) broken / held).as("looks after which it did not hold").isLessThan(0.01);
  }

  private static int back(PriorityQueue<Leave> leaving, Tally tally, long millis) {
    int back = 0;
    for (Leave leave = leaving.peek();
        leave != null && leave.atMillis() <= millis;
        leave = leaving.peek()) {
      leaving.remove();
      back += leave.sizeGiB();
      tally.add(
          new Released(
              "p",
              leave.atMillis() / 1000,
              leave.atMillis() - leave.askedMillis(),
              1,
              leave.sizeGiB()));
    }
    return back;
  }

  /** How many looks within the horizon before said that it holds; each counts once. */
  private static int broken(Deque<Long> holding, long millis, long horizon) {
    while (!holding.isEmpty() && holding.peek() < millis - horizon) {
      holding.remove();
    }
    int broken = holding.size();
    holding.clear();
    return broken;
  }
}
