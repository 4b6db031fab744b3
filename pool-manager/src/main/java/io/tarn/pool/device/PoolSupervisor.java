package io.tarn.pool.device;

import io.tarn.pool.ledger.Bell;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Keeps one worker for each pool that the record has, and tells them of what other replicas
 * committed.
 */
public final class PoolSupervisor {

  private static final long PATIENCE_SECONDS = 10;

  private final Ledger ledger;
  private final EmcDrivers drivers;
  private final Leaderships leaderships;
  private final DriverTimings timings;
  private final RandomGenerator random;
  private final DriverObserver observer;
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private boolean stopped;

  /**
   * @param ledger the record
   * @param drivers the devices
   * @param leaderships leases of the pools
   * @param timings the workers' pace
   * @param random for jitter
   * @param observer told how they fare
   */
  public PoolSupervisor(
      Ledger ledger,
      EmcDrivers drivers,
      Leaderships leaderships,
      DriverTimings timings,
      RandomGenerator random,
      DriverObserver observer) {
    this.ledger = ledger;
    this.drivers = drivers;
    this.leaderships = leaderships;
    this.timings = timings;
    this.random = random;
    this.observer = observer;
  }

  /** Has the workers woken by a bell. */
  public void listen(Bell deviceWork) {
    deviceWork.onRing(
        poolId -> {
          Running one = running.get(poolId);
          if (one != null) {
            one.worker().ring();
          }
        });
  }

  /** Looks into the record once: new pools get workers, waiting work is told of. */
  public void poll() {
    Map<String, Integer> waiting = ledger.read(Books::deviceWorkByPool);
    waiting.forEach(this::tell);
  }

  private synchronized void tell(String poolId, int slices) {
    if (!stopped) {
      running.computeIfAbsent(poolId, this::start).worker().waiting(slices);
    }
  }

  /** The pools whose devices this process drives now. */
  public List<String> led() {
    return running.entrySet().stream()
        .filter(one -> one.getValue().worker().leads())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Ends every worker and gives the leases back. */
  public void stop() throws InterruptedException {
    forbidStarts();
    for (Running one : running.values()) {
      one.worker().stop();
      one.thread().interrupt();
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (Running one : running.values()) {
      TimeUnit.NANOSECONDS.timedJoin(one.thread(), Math.max(1, deadline - System.nanoTime()));
    }
    running.clear();
  }

  private synchronized void forbidStarts() {
    stopped = true;
  }

  private Running start(String poolId) {
    Leadership leadership = leaderships.of(poolId);
    PoolWorker worker =
        new PoolWorker(
            poolId,
            new PoolDriver(ledger, drivers, leadership, poolId),
            leadership,
            timings,
            new Backoff(timings.firstPause(), timings.longestPause(), random),
            observer);
    Thread thread = new Thread(worker, "pool-" + poolId);
    thread.setDaemon(true);
    observer.started(poolId, worker);
    thread.start();
    return new Running(worker, thread);
  }

  private record Running(PoolWorker worker, Thread thread) {}
}
