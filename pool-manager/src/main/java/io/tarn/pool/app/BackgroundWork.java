package io.tarn.pool.app;

import io.tarn.pool.audit.Audits;
import io.tarn.pool.buffer.Buffers;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.device.PoolSupervisor;
import io.tarn.pool.feed.CommandFeed;
import io.tarn.pool.feed.Recalls;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Starts and stops what this replica does without being asked. */
final class BackgroundWork implements SmartLifecycle {

  /** How late a slice may be asked for again. */
  private static final Duration RECALL_PAUSE = Duration.ofSeconds(1);

  /** How late a host may be told to drain. */
  private static final Duration DRAIN_PAUSE = Duration.ofSeconds(1);

  private final PoolSupervisor supervisor;
  private final CommandFeed feed;
  private final Meters meters;
  private final DriverProperties driver;
  private final FeedProperties feeds;
  private final Audits audits;
  private final AuditProperties audit;
  private final Buffers buffers;
  private final Departures departures;
  private final Recalls recalls;
  private final BufferProperties buffer;
  private @Nullable ScheduledExecutorService clock;

  BackgroundWork(
      PoolSupervisor supervisor,
      CommandFeed feed,
      Meters meters,
      Audits audits,
      Buffers buffers,
      Departures departures,
      Recalls recalls,
      DriverProperties driver,
      FeedProperties feeds,
      AuditProperties audit,
      BufferProperties buffer) {
    this.supervisor = supervisor;
    this.feed = feed;
    this.meters = meters;
    this.driver = driver;
    this.feeds = feeds;
    this.audits = audits;
    this.audit = audit;
    this.buffers = buffers;
    this.departures = departures;
    this.recalls = recalls;
    this.buffer = buffer;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService executor =
        Executors.newScheduledThreadPool(
            4,
            task -> {
              Thread thread = new Thread(task, "pool-manager-clock");
              thread.setDaemon(true);
              return thread;
            });
    Every.schedule(executor, driver.poll(), "looking for device work", supervisor::poll);
    Every.schedule(executor, feeds.poll(), "looking for commands", feed::poll);
    Every.schedule(executor, Meters.CENSUS_PAUSE, "counting slices", meters::count);
    Every.schedule(executor, audit.every(), "auditing pools", this::audit);
    Every.schedule(
        executor, buffer.every(), "looking at free slices", () -> buffers.look(supervisor.led()));
    Every.schedule(
        executor,
        RECALL_PAUSE,
        "asking for stuck slices again",
        () -> meters.recalled(recalls.recall(supervisor.led())));
    Every.schedule(executor, DRAIN_PAUSE, "draining", () -> departures.drain(supervisor.led()));
    clock = executor;
  }

  private void audit() {
    supervisor.led().forEach(audits::audit);
  }

  @Override
  public synchronized void stop() {
    ScheduledExecutorService executor = clock;
    clock = null;
    if (executor != null) {
      executor.shutdownNow();
    }
    feed.close();
    try {
      supervisor.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return clock != null;
  }
}
