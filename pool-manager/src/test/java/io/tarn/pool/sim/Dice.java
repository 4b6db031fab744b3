package io.tarn.pool.sim;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Everything that is drawn, from one seed. */
final class Dice {

  private final SplittableRandom random;
  private boolean calm;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Lets no trouble happen from now on. */
  void calmDown() {
    calm = true;
  }

  boolean calm() {
    return calm;
  }

  /** Whether something happens that happens once in so many times. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /** Whether trouble happens that happens once in so many times; never when it is calm. */
  boolean trouble(int times) {
    return !calm && random.nextInt(times) == 0;
  }

  /** A number from 0 to below a bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number from the first to below the second. */
  long between(long least, long most) {
    return random.nextLong(least, most);
  }

  <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  /** The source itself, for those who draw their own. */
  RandomGenerator source() {
    return random;
  }
}
