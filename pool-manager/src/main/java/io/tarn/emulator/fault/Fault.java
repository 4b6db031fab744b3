package io.tarn.emulator.fault;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a device.
 *
 * @param kind what it does wrong
 * @param calls which calls it befalls; absent: all that the kind can befall
 * @param skip calls of these that go well before, 0..1000000
 * @param times calls that go wrong then, 1..1000000
 * @param millis how long {@link FaultKind#SLOW} waits, 1..600000; of no other kind
 * @param updates how many updates {@link FaultKind#OLDER} goes back, 1..64; of no other kind
 * @param reads how many reads still see what {@link FaultKind#FORGET} loses, 0..1000000; of no
 *     other kind
 */
public record Fault(
    FaultKind kind,
    @Nullable Set<CallKind> calls,
    @Nullable Integer skip,
    @Nullable Integer times,
    @Nullable Integer millis,
    @Nullable Integer updates,
    @Nullable Integer reads) {

  /** How far back {@link FaultKind#OLDER} may go. */
  public static final int MOST_UPDATES = 64;

  private static final int MOST_CALLS = 1_000_000;
  private static final int MOST_MILLIS = 600_000;

  /** Checks the ranges and fills in what is absent. */
  public Fault {
    Check.present("kind", kind);
    calls = checked(kind, calls);
    skip = within("skip", skip, 0, 0, MOST_CALLS);
    times = within("times", times, 1, 1, MOST_CALLS);
    millis = ofKind("millis", millis, kind, FaultKind.SLOW, 1_000, 1, MOST_MILLIS);
    updates = ofKind("updates", updates, kind, FaultKind.OLDER, 1, 1, MOST_UPDATES);
    reads = ofKind("reads", reads, kind, FaultKind.FORGET, 0, 0, MOST_CALLS);
  }

  /** A fault of the next call that it can befall. */
  public static Fault once(FaultKind kind) {
    return new Fault(kind, null, null, null, null, null, null);
  }

  boolean befalls(CallKind call) {
    return calls != null && calls.contains(call);
  }

  /** A number that is there once this is made. */
  static int given(@Nullable Integer value) {
    return value == null ? 0 : value;
  }

  private static Set<CallKind> checked(FaultKind kind, @Nullable Set<CallKind> calls) {
    if (calls == null) {
      return Set.copyOf(kind.calls());
    }
    if (calls.isEmpty() || !kind.calls().containsAll(calls)) {
      throw new InvalidField(
          "calls", new TreeSet<>(calls).toString(), "some of " + new TreeSet<>(kind.calls()));
    }
    return Set.copyOf(calls);
  }

  private static int within(String field, @Nullable Integer value, int usual, int min, int max) {
    int number = value == null ? usual : value;
    Check.range(field, number, min, max);
    return number;
  }

  private static @Nullable Integer ofKind(
      String field,
      @Nullable Integer value,
      FaultKind kind,
      FaultKind of,
      int usual,
      int min,
      int max) {
    if (kind == of) {
      return within(field, value, usual, min, max);
    }
    if (value != null) {
      throw new InvalidField(field, value + " with " + kind, "only with " + of);
    }
    return null;
  }
}
