package io.tarn.pool.sim;

import io.tarn.agent.kernel.SliceId;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.util.Set;
import java.util.function.BooleanSupplier;
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
  private final Auditor auditor;

  /**
   * @param steps with trouble
   * @param kept so many of the last steps are kept in words
   */
  Life(long seed, int steps, Seams seams, int kept) {
    this.seed = seed;
    this.steps = steps;
    this.trace = new Trace(kept);
    this.world = new World(seed, seams, trace);
    this.auditor = new Auditor(world);
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
    until(this::online, "live grants do not come online");
    world.client().stay();
    until(this::whole, "what was drained does not come back");
    world.client().giveBack();
    until(this::settled, "slices do not come back");
    Set<SliceKey> changed = world.troubles().vandalize();
    Check.that(
        auditor.finds().containsAll(changed),
        "4.1",
        () -> "another hand changed " + changed + ", the audit finds " + auditor.finds());
    auditor.start();
    until(this::mended, "what another hand changed is not mended");
  }

  private void until(BooleanSupplier end, String otherwise) {
    int last = trace.step() + MOST_CALM_STEPS;
    while (!end.getAsBoolean()) {
      Check.that(
          trace.step() < last,
          "progress",
          () -> otherwise + ": " + world.store().grants() + world.store().slices());
      world.step();
    }
  }

  /**
   * Whether all live grants are online. A host that looked while an entry was forgotten was refused
   * and is not told again; that is for an audit to see.
   */
  private boolean online() {
    return world.store().grants().stream().noneMatch(grant -> grant.state() == GrantState.GRANTED)
        || world.store().slices().stream().anyMatch(this::forgotten);
  }

  /** Whether nobody is drained, and all of each slice is online. */
  private boolean whole() {
    return world.store().slices().stream()
        .filter(slice -> slice.state() == SliceState.ONLINE && !forgotten(slice))
        .allMatch(slice -> !drains(slice) && online(slice) == slice.totalBlocks());
  }

  private boolean drains(Slice slice) {
    GrantId id = GrantId.parse(String.valueOf(slice.grantId()));
    return world
        .store()
        .read(books -> books.departure(id))
        .filter(Departure::drainTold)
        .isPresent();
  }

  private int online(Slice slice) {
    SliceId id = new SliceId(slice.key().poolId(), slice.key().number());
    return world.hosts().stream()
        .filter(host -> host.hostId().equals(slice.hostId()))
        .mapToInt(host -> host.online(id))
        .sum();
  }

  /** Whether all that can come back has; what a device forgot waits for an audit. */
  private boolean settled() {
    boolean live = world.store().grants().stream().anyMatch(grant -> grant.state().live());
    return !live && world.store().slices().stream().allMatch(this::backOrSuspect);
  }

  /** Whether everything is back and fits, also what a device forgot or another hand changed. */
  private boolean mended() {
    return world.store().slices().stream().allMatch(slice -> slice.state() == SliceState.FREE)
        && auditor.foundNothing();
  }

  private boolean backOrSuspect(Slice slice) {
    return slice.state() == SliceState.FREE || suspect(slice);
  }

  private boolean forgotten(Slice slice) {
    return world.device(slice.key().poolId()).hasForgotten();
  }

  private boolean suspect(Slice slice) {
    return world.device(slice.key().poolId()).isSuspect(slice.key().number());
  }
}
