package io.tarn.db;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Many sessions at once on one database. */
final class Crew {

  /** What one of them does. */
  interface Work {
    void run(Session session, int worker, Random random) throws Exception;
  }

  private Crew() {}

  /**
   * Runs the same work in so many sessions, begun together; throws what the first that fails
   * throws.
   */
  static void run(DatabaseTarget database, ServiceSchema service, int workers, long seed, Work work)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    CyclicBarrier start = new CyclicBarrier(workers);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = i;
        ends.add(
            threads.submit(
                () -> {
                  try (Session session = Session.of(database, service)) {
                    start.await(30, TimeUnit.SECONDS);
                    work.run(session, worker, new Random(seed + worker));
                  }
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw new AssertionError("seed " + seed + ": " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Runs statements in one transaction; tells whether they were committed. A constraint, a lost
   * race for a row or a deadlock is an answer, anything else is thrown.
   */
  static boolean attempt(Session session, String... statements) throws SQLException {
    try {
      session.run(statements);
      return true;
    } catch (PSQLException e) {
      ServerErrorMessage error = e.getServerErrorMessage();
      String state = error == null ? "" : String.valueOf(error.getSQLState());
      if (state.startsWith("23") || state.startsWith("40")) {
        return false;
      }
      throw e;
    }
  }
}
