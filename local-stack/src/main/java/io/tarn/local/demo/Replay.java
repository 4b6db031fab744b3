package io.tarn.local.demo;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Replays events as fast as the services go. Events start in order of their time, a bounded number
 * at once and never far ahead of the oldest that is unfinished; a VM is given back only after its
 * creation was answered.
 */
public final class Replay implements AutoCloseable {

  private static final int WINDOW_FACTOR = 8;

  private final VmCalls calls;
  private final Ledger ledger;
  private final int concurrency;
  private final ReplayListener listener;
  private final Map<String, CompletableFuture<Boolean>> creations = new ConcurrentHashMap<>();
  private final ExecutorService workers;
  private final Semaphore free;
  private final Window window;
  private long number;
  private volatile boolean givenUp;

  /**
   * @param calls asks the scheduler
   * @param ledger keeps the answers
   * @param concurrency how many requests at once
   * @param listener is told how far it is
   */
  public Replay(VmCalls calls, Ledger ledger, int concurrency, ReplayListener listener) {
    this.calls = calls;
    this.ledger = ledger;
    this.concurrency = concurrency;
    this.listener = listener;
    this.workers = Executors.newFixedThreadPool(concurrency, Replay::worker);
    this.free = new Semaphore(concurrency);
    this.window = new Window(concurrency * WINDOW_FACTOR);
  }

  /**
   * Replays events that follow those before, and waits for their answers.
   *
   * @return false when the services do not answer any more; then nothing will be replayed
   */
  boolean run(Iterator<Event> events) throws InterruptedException {
    while (!givenUp && events.hasNext()) {
      Event event = events.next();
      announce(event);
      free.acquire();
      long current = number++;
      window.begin(current);
      workers.execute(
          () -> {
            try {
              handle(event);
            } finally {
              window.end(current);
              free.release();
            }
          });
      listener.started(number, event.atSeconds());
    }
    free.acquire(concurrency);
    free.release(concurrency);
    return !givenUp;
  }

  /** Interrupts what is under way. */
  @Override
  public void close() {
    workers.shutdownNow();
  }

  private void announce(Event event) {
    if (event instanceof Event.Arrives) {
      creations.put(event.vmId(), new CompletableFuture<>());
    }
  }

  private void handle(Event event) {
    try {
      if (event instanceof Event.Arrives arrives) {
        create(arrives);
      } else {
        delete(event.vmId());
      }
    } catch (IOException e) {
      givenUp = true;
      ledger.undocumented(event.vmId() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void create(Event.Arrives event) throws IOException, InterruptedException {
    boolean placed = false;
    try {
      Answer answer = calls.create(event.vmId(), event.arrival());
      if (answer instanceof Answer.Placed accepted) {
        ledger.placed(event.vmId(), accepted.poolGiB());
        placed = true;
      } else if (answer instanceof Answer.Refused refused) {
        ledger.refused(refused.reason());
      } else if (answer instanceof Answer.Undocumented other) {
        ledger.undocumented(other.what());
      }
    } finally {
      CompletableFuture<Boolean> creation = creations.get(event.vmId());
      if (creation != null) {
        creation.complete(placed);
      }
    }
  }

  private void delete(String vmId) throws IOException, InterruptedException {
    CompletableFuture<Boolean> creation = creations.get(vmId);
    if (creation == null || !creation.join()) {
      return;
    }
    creations.remove(vmId);
    String problem = calls.delete(vmId);
    if (problem.isEmpty()) {
      ledger.deleted(vmId);
    } else {
      ledger.undocumented(problem);
    }
  }

  private static Thread worker(Runnable work) {
    Thread thread = new Thread(work, "replay");
    thread.setDaemon(true);
    return thread;
  }
}
