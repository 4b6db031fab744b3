package io.tarn.local.bench;

import io.tarn.local.home.CannotStart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Several clients that call at once, each its next when its last was answered. */
final class Clients {

  private static final double NANOS = 1e9;

  private Clients() {}

  /**
   * Calls and measures.
   *
   * @param clients one for each that calls at once
   * @param calls how many in all
   */
  static Measured measure(List<? extends Client> clients, int calls)
      throws CannotStart, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    try {
      long[] nanos = new long[calls];
      AtomicInteger next = new AtomicInteger();
      List<Callable<Void>> work = new ArrayList<>();
      for (Client client : clients) {
        work.add(
            () -> {
              for (int call = next.getAndIncrement(); call < calls; call = next.getAndIncrement()) {
                long began = System.nanoTime();
                client.call();
                nanos[call] = System.nanoTime() - began;
              }
              return null;
            });
      }
      long began = System.nanoTime();
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      return new Measured(nanos, (System.nanoTime() - began) / NANOS);
    } catch (ExecutionException e) {
      throw new CannotStart("A measured call failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Something that calls. */
  interface Client {
    /** Calls once. */
    void call() throws Exception;
  }
}
