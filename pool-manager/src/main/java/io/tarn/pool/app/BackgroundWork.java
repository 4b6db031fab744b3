package io.tarn.pool.app;

import io.tarn.pool.device.PoolSupervisor;
import io.tarn.pool.feed.CommandFeed;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Starts and stops what this replica does without being asked. */
final class BackgroundWork implements SmartLifecycle {

  private final PoolSupervisor supervisor;
  private final CommandFeed feed;
  private final Meters meters;
  private final DriverProperties driver;
  private final FeedProperties feeds;
  private @Nullable ScheduledExecutorService clock;

  BackgroundWork(
      PoolSupervisor supervisor,
      CommandFeed feed,
      Meters meters,
      DriverProperties driver,
      FeedProperties feeds) {
    this.supervisor = supervisor;
    this.feed = feed;
    this.meters = meters;
    this.driver = driver;
    this.feeds = feeds;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService executor =
        Executors.newScheduledThreadPool(
            3,
            task -> {
              Thread thread = new Thread(task, "pool-manager-clock");
              thread.setDaemon(true);
              return thread;
            });
    Every.schedule(executor, driver.poll(), "looking for device work", supervisor::poll);
    Every.schedule(executor, feeds.poll(), "looking for commands", feed::poll);
    Every.schedule(executor, Meters.CENSUS_PAUSE, "counting slices", meters::count);
    clock = executor;
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
