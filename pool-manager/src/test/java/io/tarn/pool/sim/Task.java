package io.tarn.pool.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work of a process that can be stopped at every call that it makes and go on later, without a
 * thread: it is run again from its beginning, and the calls that it made before are answered from a
 * journal. What it does between calls must follow from their answers alone.
 */
final class Task {

  private final Dice dice;
  private final List<Answer> journal = new ArrayList<>();
  private int position;
  private int made;
  private boolean waiting;

  Task(Dice dice) {
    this.dice = dice;
  }

  /**
   * Runs the work until it ends or is stopped.
   *
   * @throws StoppedException when it is not at its end
   */
  <R> R run(Supplier<R> work) {
    position = 0;
    made = 0;
    return work.get();
  }

  /** A call that is answered at once. */
  <T> T call(Supplier<T> call) {
    if (position < journal.size()) {
      return replay();
    }
    mayStop();
    try {
      journal.add(new Answer(call.get(), null));
    } catch (KilledException | ViolatedException | StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      journal.add(new Answer(null, e));
    }
    return replay();
  }

  /** A call that is answered by {@link #answer} later. */
  <T> T ask(Request<T> request) {
    if (position < journal.size()) {
      return replay();
    }
    mayStop();
    waiting = true;
    request.send();
    throw new StoppedException();
  }

  /** The call after which it stopped is answered. */
  void answer(@Nullable Object value, @Nullable RuntimeException failure) {
    journal.add(new Answer(value, failure));
    waiting = false;
  }

  /** Whether it cannot go on before a call is answered. */
  boolean waiting() {
    return waiting;
  }

  /** Calls made so far; names the one that is waited for. */
  int calls() {
    return journal.size();
  }

  private void mayStop() {
    if (made > 0 && dice.oneIn(3)) {
      throw new StoppedException();
    }
    made++;
  }

  // the journal answers the same calls in the same order, so each gets its own type back
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"})
  private <T> T replay() {
    Answer answer = journal.get(position);
    position++;
    if (answer.failure() != null) {
      throw answer.failure();
    }
    return (T) answer.value();
  }

  private record Answer(@Nullable Object value, @Nullable RuntimeException failure) {}

  /**
   * Something that is sent off.
   *
   * @param <T> what the answer will be
   */
  interface Request<T> {
    /** Sends it. */
    void send();
  }

  /** The work is not at its end. */
  static final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoppedException() {
      super("not at the end yet", null, false, false);
    }
  }
}
