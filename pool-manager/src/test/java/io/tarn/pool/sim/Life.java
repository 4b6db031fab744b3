package io.tarn.pool.sim;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import org.jspecify.annotations.Nullable;

/**
 * One seeded life of a world: so many steps with trouble, then calm until everything has come back.
 */
final class Life {

  private static final int MOST_CALM_STEPS = 20_000;

  private final long seed;
  private final int steps;
  private final Trace trace;
  private final World world;

  /**
   * @param steps with trouble
   * @param kept so many of the last steps are kept in words
   */
  Life(long seed, int steps, Seams seams, int kept) {
    this.seed = seed;
    this.steps = steps;
    this.trace = new Trace(kept);
    this.world = new World(seed, seams, trace);
  }

  /** Lives to the end or to the first violation. */
  Lived live() {
    @Nullable Violation violation = null;
    try {
      while (trace.step() < steps) {
        world.step();
      }
      settle();
    } catch (ViolatedException e) {
      violation = e.violation();
    } catch (RuntimeException e) {
      StackTraceElement[] stack = e.getStackTrace();
      violation =
          new Violation(
              "code", "nobody expects " + e + (stack.length == 0 ? "" : " at " + stack[0]));
    }
    return new Lived(
        seed, trace.step(), trace.hash(), violation, trace.event(), trace.last(), world.tally());
  }

  private void settle() {
    world.troubles().end();
    int until = trace.step() + MOST_CALM_STEPS;
    while (!settled()) {
      Check.that(
          trace.step() < until, "4.2", () -> "slices do not come back: " + world.store().slices());
      world.step();
    }
  }

  /** Whether all that can come back has; what a device forgot waits for an audit. */
  private boolean settled() {
    boolean live = world.store().grants().stream().anyMatch(grant -> grant.state().live());
    return !live && world.store().slices().stream().allMatch(this::backOrSuspect);
  }

  private boolean backOrSuspect(Slice slice) {
    return slice.state() == SliceState.FREE
        || world.device(slice.key().poolId()).isSuspect(slice.key().number());
  }
}
