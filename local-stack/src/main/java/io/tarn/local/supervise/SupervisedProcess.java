package io.tarn.local.supervise;

import io.tarn.local.home.CannotStart;
import io.tarn.local.process.Launcher;
import io.tarn.local.process.Logs;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.process.Signals;
import io.tarn.local.process.StartedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keeps one process running: starts it, sees it become ready, starts it again when it dies. */
final class SupervisedProcess {

  private static final long READINESS_POLL_MILLIS = 100;

  /** What a service leaves undone when it is killed, its replicas finish; a store recovers. */
  private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(8);

  private static final Duration FOUNDATION_PATIENCE = Duration.ofSeconds(30);
  private static final int LOG_LINES = 12;

  private final Service service;
  private final ProcessTable table;
  private final Backoff backoff = new Backoff();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread keeper;

  private @Nullable Process process;
  private ServiceState state = ServiceState.STARTING;
  private int starts;
  private long startedNanos;
  private @Nullable String problem;

  SupervisedProcess(Service service, ProcessTable table) {
    this.service = service;
    this.table = table;
    this.keeper = new Thread(this::keepRunning, "keep-" + service.name());
    this.keeper.setDaemon(true);
  }

  void start() {
    keeper.start();
  }

  /** Ends the process and does not start it again. */
  void stop() {
    stopped.countDown();
    Process current = current();
    if (current != null) {
      Signals.end(current.toHandle(), service.spec().stop(), patience());
    }
    try {
      keeper.join(patience().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process in good order; the keeper starts it again. */
  void restart() {
    Process current = current();
    if (current != null) {
      Signals.end(current.toHandle(), service.spec().stop(), patience());
    }
  }

  /**
   * Kills the process, as a crash would, and waits until the keeper has started it again.
   *
   * @throws CannotStart when it does not come back
   */
  synchronized void kill(Duration patience) throws CannotStart, InterruptedException {
    Process current = process;
    int before = starts;
    if (current != null) {
      current.destroyForcibly();
    }
    long deadline = System.nanoTime() + patience.toNanos();
    while (starts == before || state != ServiceState.READY) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw notReady("did not come back in " + patience.toSeconds() + " s after it was killed");
      }
      wait(left);
    }
  }

  /**
   * Waits until the service is ready.
   *
   * @param patience how long at the most
   * @param mostDeaths how many processes may die meanwhile
   * @throws CannotStart when it does not become ready; with the end of its log
   */
  synchronized void awaitReady(Duration patience, int mostDeaths)
      throws CannotStart, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    int before = starts;
    while (state != ServiceState.READY) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw notReady("is not ready after " + patience.toSeconds() + " s");
      }
      if (state == ServiceState.BACKING_OFF && starts - before >= mostDeaths) {
        throw notReady("keeps dying");
      }
      if (state == ServiceState.STOPPED) {
        throw notReady("was stopped");
      }
      wait(left);
    }
  }

  synchronized ServiceStatus status() {
    Process current = process;
    boolean alive = current != null && current.isAlive();
    return new ServiceStatus(
        service.name(),
        alive && current != null ? current.pid() : 0,
        service.port(),
        state,
        Math.max(0, starts - 1),
        alive ? TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos) : 0,
        problem);
  }

  private void keepRunning() {
    try {
      while (stopped.getCount() > 0) {
        Duration lifetime = runOnce();
        if (stopped.getCount() > 0) {
          become(ServiceState.BACKING_OFF);
          stopped.await(backoff.after(lifetime).toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      become(ServiceState.STOPPED);
    }
  }

  private Duration runOnce() throws InterruptedException {
    long began = System.nanoTime();
    try {
      Process started = begin(began);
      try {
        watch(started);
      } finally {
        table.ended(service.name());
      }
    } catch (IOException e) {
      fail(e.getMessage());
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private synchronized Process begin(long began) throws IOException {
    starts++;
    startedNanos = began;
    Process started = Launcher.start(service.spec());
    process = started;
    if (stopped.getCount() == 0) {
      started.destroyForcibly();
    }
    table.started(service.name(), StartedProcess.of(started.toHandle(), service.spec().stop()));
    become(ServiceState.STARTING);
    return started;
  }

  private void watch(Process started) throws InterruptedException {
    while (!started.waitFor(READINESS_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (service.readiness().ready()) {
        become(ServiceState.READY);
        started.waitFor();
      }
    }
    String why = Logs.diskFull(service.spec().log()) ? ": the disk is full" : "";
    fail("ended with code " + started.exitValue() + why);
  }

  private synchronized void become(ServiceState next) {
    state = next;
    notifyAll();
  }

  private synchronized void fail(@Nullable String what) {
    problem = what;
  }

  private Duration patience() {
    return service.foundation() ? FOUNDATION_PATIENCE : SERVICE_PATIENCE;
  }

  private synchronized @Nullable Process current() {
    return process;
  }

  private CannotStart notReady(String what) {
    StringBuilder text = new StringBuilder(service.name()).append(' ').append(what);
    if (problem != null) {
      text.append(" (").append(problem).append(')');
    }
    text.append('.');
    if (Logs.diskFull(service.spec().log())) {
      text.append(" The disk is full: make room, or set TARN_HOME to a folder on another disk.");
    }
    text.append(" The end of ").append(service.spec().log()).append(':');
    Logs.tail(service.spec().log(), LOG_LINES).forEach(line -> text.append("\n    ").append(line));
    return new CannotStart(text.toString());
  }
}
