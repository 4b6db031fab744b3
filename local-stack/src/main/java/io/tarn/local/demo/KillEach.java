package io.tarn.local.demo;

import io.tarn.local.home.CannotStart;
import io.tarn.local.stack.Progress;
import io.tarn.local.supervise.ServiceStatus;
import io.tarn.local.supervise.Supervisor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills each process of a stack once in the course of a replay, spread evenly over it, as {@code
 * kill -9} would. The supervisor starts it again; the replay goes on meanwhile.
 */
final class KillEach implements ReplayListener, AutoCloseable {

  /** Arrivals and about as many departures. */
  private static final int EVENTS_PER_ARRIVAL = 2;

  private static final long PATIENCE_SECONDS = 300;

  private final Supervisor supervisor;
  private final Progress progress;
  private final List<String> victims = new ArrayList<>();
  private final long spacing;
  private final ExecutorService killer = Executors.newSingleThreadExecutor();
  private @Nullable Future<?> last;
  private int killed;

  /**
   * @param supervisor of the stack
   * @param arrivals how many will be replayed; null for no kills
   * @param progress told about kills
   */
  KillEach(Supervisor supervisor, @Nullable Integer arrivals, Progress progress) {
    this.supervisor = supervisor;
    this.progress = progress;
    if (arrivals != null) {
      supervisor.statuses().stream().map(ServiceStatus::service).forEach(victims::add);
    }
    long events = arrivals == null ? 0 : (long) arrivals * EVENTS_PER_ARRIVAL;
    this.spacing = Math.max(1, events / (victims.size() + 2));
  }

  @Override
  public void started(long events, double simulatedSeconds) {
    if (killed < victims.size() && events >= spacing * (killed + 1)) {
      awaitLast();
      String victim = victims.get(killed++);
      last = killer.submit(() -> kill(victim));
    }
  }

  /** Waits until what was killed last is back: one at a time, and each while requests come in. */
  void awaitLast() {
    try {
      if (last != null) {
        last.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a kill failed", e);
    }
  }

  /** Waits for the kills that were begun. */
  @Override
  public void close() {
    killer.shutdown();
    try {
      killer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      killer.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void kill(String victim) {
    try {
      supervisor.kill(victim);
      progress.say("  killed " + victim + " with SIGKILL; it is ready again");
    } catch (CannotStart e) {
      progress.say("  killed " + victim + "; it did not come back: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
