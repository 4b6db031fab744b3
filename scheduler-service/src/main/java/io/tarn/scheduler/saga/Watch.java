package io.tarn.scheduler.saga;

import io.tarn.scheduler.host.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Clients that wait for a VM to reach a phase, without a thread for each. Changes of this replica
 * are seen at once, those of others at the next look.
 */
public final class Watch {

  private static final int WAKES_REMEMBERED = 1;

  private final Ticker ticker;
  private final Executor later;
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
  private final Semaphore wakes = new Semaphore(0);

  /**
   * @param ticker measures how long clients wait
   * @param later runs what goes on after a wait
   */
  public Watch(Ticker ticker, Executor later) {
    this.ticker = ticker;
    this.later = later;
  }

  /**
   * Waits.
   *
   * @param enough ends the waiting; {@code null} is a VM that is not there
   * @param patience ends it, too
   * @return completes when the waiting has ended, for either reason
   */
  public CompletableFuture<Void> until(
      String vmId, Predicate<@Nullable Phase> enough, Duration patience) {
    Waiter waiter =
        new Waiter(vmId, enough, ticker.nanos() + patience.toNanos(), new CompletableFuture<>());
    waiters.add(waiter);
    wake();
    return waiter.done();
  }

  /** Says that a VM has changed. */
  public void changed(String vmId) {
    if (waiters.stream().anyMatch(waiter -> waiter.vmId().equals(vmId))) {
      wake();
    }
  }

  /**
   * Looks after those who wait.
   *
   * @param look gives the phases of VMs, by name
   */
  public void attend(Function<Collection<String>, Map<String, Phase>> look) {
    Set<String> names = new HashSet<>();
    waiters.forEach(waiter -> names.add(waiter.vmId()));
    if (names.isEmpty()) {
      return;
    }
    Map<String, Phase> phases = look.apply(names);
    waiters.removeIf(
        waiter -> names.contains(waiter.vmId()) && ended(waiter, phases.get(waiter.vmId())));
  }

  /** Sleeps until there may be something to attend to, at the most so long. */
  public void sleep(Duration most) throws InterruptedException {
    if (!wakes.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS)) {
      return;
    }
    wakes.drainPermits();
  }

  private boolean ended(Waiter waiter, @Nullable Phase phase) {
    if (!waiter.enough().test(phase) && ticker.nanos() - waiter.deadlineNanos() < 0) {
      return false;
    }
    later.execute(() -> waiter.done().complete(null));
    return true;
  }

  private void wake() {
    if (wakes.availablePermits() < WAKES_REMEMBERED) {
      wakes.release();
    }
  }

  private record Waiter(
      String vmId,
      Predicate<@Nullable Phase> enough,
      long deadlineNanos,
      CompletableFuture<Void> done) {}
}
