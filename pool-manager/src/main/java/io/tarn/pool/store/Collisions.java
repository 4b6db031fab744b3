package io.tarn.pool.store;

import io.tarn.pool.ledger.StaleViewException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs transactions again that met another: deadlocks, serialization failures, locks that were not
 * given in time and views that were old. A bounded number of times, after pauses of random length.
 */
public final class Collisions {

  private static final Logger LOG = LoggerFactory.getLogger(Collisions.class);

  /** serialization_failure, deadlock_detected, lock_not_available. */
  private static final Set<String> STATES = Set.of("40001", "40P01", "55P03");

  private final int tries;
  private final Duration firstPause;
  private final RandomGenerator random;

  /**
   * @param tries at most so many, from 1
   * @param firstPause longest pause after the first try; doubles with each
   * @param random for the pauses
   */
  public Collisions(int tries, Duration firstPause, RandomGenerator random) {
    this.tries = tries;
    this.firstPause = firstPause;
    this.random = random;
  }

  /**
   * The result of the first run that does not collide.
   *
   * @throws RuntimeException the last collision when every try collides, any other failure at once
   */
  public <T> T retried(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (RuntimeException e) {
        if (attempt == tries || !collision(e)) {
          throw e;
        }
        LOG.debug("try {} collided: {}", attempt, String.valueOf(e.getMessage()));
        pause(attempt, e);
      }
    }
  }

  private void pause(int attempt, RuntimeException collision) {
    long longest = firstPause.toNanos() << (attempt - 1);
    try {
      TimeUnit.NANOSECONDS.sleep(random.nextLong(longest / 4, longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw collision;
    }
  }

  private static boolean collision(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StaleViewException
          || (cause instanceof SQLException sql && collision(sql.getSQLState()))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a state is that of a collision; a lost connection may have none. */
  private static boolean collision(@Nullable String state) {
    return state != null && STATES.contains(state);
  }
}
