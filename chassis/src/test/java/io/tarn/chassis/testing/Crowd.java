package io.tarn.chassis.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads that do the same at once. */
public final class Crowd {

  private static final int PATIENCE_SECONDS = 60;

  /** What each of them does. */
  public interface Work<T> {
    T run(int worker) throws Exception;
  }

  private Crowd() {}

  /** Runs the work in so many threads, begun together; returns what each returned, by worker. */
  public static <T> List<T> run(int workers, Work<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    CyclicBarrier start = new CyclicBarrier(workers);
    try {
      List<Future<T>> ends = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = i;
        ends.add(
            threads.submit(
                () -> {
                  start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                  return work.run(worker);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> end : ends) {
        results.add(end.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
