package io.tarn.pool.sim;

import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.StaleViewException;
import io.tarn.pool.sim.TwoPhaseBooks.LockReachedException;
import java.util.List;
import java.util.function.Function;

/**
 * The record as the work of a process sees it: others may commit between two transactions, between
 * what one reads without a lock and its first lock, and the process may die before and after each
 * commit.
 */
final class StagedLedger implements Ledger {

  private final Task task;
  private final Ledger ledger;
  private final Lives lives;

  /** Where a process dies. */
  interface Lives {
    /**
     * Comes before a commit and after it.
     *
     * @throws KilledException when the process dies here
     */
    void survive(String where);

    /** Something happened that a life is lived for. */
    void happens(String what);
  }

  StagedLedger(Task task, Ledger ledger, Lives lives) {
    this.task = task;
    this.ledger = ledger;
    this.lives = lives;
  }

  @Override
  public <T> T read(Function<Books, T> work) {
    return task.call(() -> ledger.read(work));
  }

  @Override
  public <T> T decide(Function<Books, Decision<T>> work) {
    List<Object> early = task.call(() -> upToTheLock(work));
    return task.call(() -> commit(work, early));
  }

  private <T> List<Object> upToTheLock(Function<Books, Decision<T>> work) {
    return ledger.read(
        books -> {
          TwoPhaseBooks first = TwoPhaseBooks.upToTheLock(books);
          try {
            Decision<T> unused = work.apply(first);
          } catch (LockReachedException e) {
            // here the transaction waits for the lock
          }
          return first.read();
        });
  }

  private <T> T commit(Function<Books, Decision<T>> work, List<Object> early) {
    lives.survive("before the commit");
    T reply;
    try {
      reply = ledger.decide(books -> work.apply(TwoPhaseBooks.fromTheLock(books, early)));
    } catch (StaleViewException e) {
      // run again, as the store does; what it reads now is not old
      lives.happens("transactions that saw something old and ran again");
      reply = ledger.decide(work);
    }
    lives.survive("after the commit");
    return reply;
  }
}
