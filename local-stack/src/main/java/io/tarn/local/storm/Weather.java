package io.tarn.local.storm;

import io.tarn.local.home.CannotStart;
import io.tarn.local.stack.Progress;
import io.tarn.local.supervise.ServiceState;
import io.tarn.local.supervise.ServiceStatus;
import io.tarn.local.supervise.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Kills and pauses processes of a stack, and waits until all of them are back. */
final class Weather implements AutoCloseable {

  private static final Duration READY_PATIENCE = Duration.ofMinutes(2);
  private static final double MILLIS = 1000;

  private final Supervisor supervisor;
  private final Pauses pauses;
  private final Progress progress;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> killed = new TreeMap<>();
  private final Map<String, Integer> paused = new TreeMap<>();

  /**
   * @param supervisor starts again what was killed
   * @param pauses stops processes
   * @param progress told what happens
   */
  Weather(Supervisor supervisor, Pauses pauses, Progress progress) {
    this.supervisor = supervisor;
    this.pauses = pauses;
    this.progress = progress;
  }

  /**
   * Waits until every process is ready.
   *
   * @throws CannotStart when one is not in time
   */
  void awaitReady() throws CannotStart, InterruptedException {
    if (!Patience.await(READY_PATIENCE, () -> notReady().isEmpty())) {
      throw new CannotStart(
          String.join(", ", notReady())
              + " is not ready after "
              + READY_PATIENCE.toSeconds()
              + " s; see ./tarn logs.");
    }
  }

  private List<String> notReady() {
    return supervisor.statuses().stream()
        .filter(status -> status.state() != ServiceState.READY)
        .map(ServiceStatus::service)
        .toList();
  }

  /**
   * Strikes, one after the other, and waits until what was struck is back.
   *
   * @throws CannotStart when something does not come back
   */
  void strike(Gust.Strikes gust) throws CannotStart, InterruptedException {
    List<Future<?>> under = new ArrayList<>();
    for (Strike strike : gust.strikes()) {
      TimeUnit.MILLISECONDS.sleep(strike.afterMillis());
      under.add(threads.submit(begin(strike)));
    }
    for (Future<?> one : under) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new CannotStart("A strike failed: " + e.getCause(), e);
      }
    }
  }

  private Callable<Void> begin(Strike strike) {
    return () -> {
      if (strike instanceof Strike.Pause pause) {
        pause(pause);
      } else {
        kill(strike.victim());
      }
      return null;
    };
  }

  private void kill(String victim) throws CannotStart, InterruptedException {
    process(victim);
    count(killed, victim);
    progress.say("  killed " + victim);
    supervisor.kill(victim);
  }

  private void pause(Strike.Pause strike) throws CannotStart, IOException, InterruptedException {
    Pauses.Pause stopped = stop(strike.victim());
    try {
      progress.say(
          String.format(
              Locale.ROOT, "  stopped %s for %.1f s", strike.victim(), strike.millis() / MILLIS));
      TimeUnit.MILLISECONDS.sleep(strike.millis());
    } finally {
      stopped.close();
    }
  }

  /**
   * Stops a process.
   *
   * @return what lets it go on
   * @throws CannotStart when it does not run in time
   * @throws IOException when it ended just now
   */
  Pauses.Pause stop(String victim) throws CannotStart, IOException, InterruptedException {
    Pauses.Pause pause = pauses.stop(process(victim));
    count(paused, victim);
    return pause;
  }

  /** The process of a service; one that has ended by itself is waited for. */
  private ProcessHandle process(String service) throws CannotStart, InterruptedException {
    if (!Patience.await(READY_PATIENCE, () -> running(service).isPresent())) {
      throw new CannotStart(service + " does not run; see ./tarn logs " + service + ".");
    }
    return running(service)
        .orElseThrow(() -> new CannotStart(service + " ended as soon as it ran."));
  }

  private Optional<ProcessHandle> running(String service) {
    return supervisor.statuses().stream()
        .filter(status -> status.service().equals(service) && status.pid() > 0)
        .flatMap(status -> ProcessHandle.of(status.pid()).stream())
        .findFirst();
  }

  private synchronized void count(Map<String, Integer> counts, String victim) {
    counts.merge(victim, 1, Integer::sum);
  }

  /** How often each process was killed. */
  synchronized Map<String, Integer> killed() {
    return Map.copyOf(killed);
  }

  /** How often each process was paused. */
  synchronized Map<String, Integer> paused() {
    return Map.copyOf(paused);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
