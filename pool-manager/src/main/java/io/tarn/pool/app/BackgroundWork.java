package io.tarn.pool.app;

import io.tarn.pool.device.PoolSupervisor;
import io.tarn.pool.feed.CommandFeed;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Starts and stops what this replica does without being asked. */
final class BackgroundWork implements SmartLifecycle {

  private static final int THREADS = 4;

  private final List<Chore> chores;
  private final PoolSupervisor supervisor;
  private final CommandFeed feed;
  private @Nullable ScheduledExecutorService clock;

  /**
   * @param chores what is done again and again
   * @param supervisor stopped after them
   * @param feed closed after them
   */
  BackgroundWork(List<Chore> chores, PoolSupervisor supervisor, CommandFeed feed) {
    this.chores = List.copyOf(chores);
    this.supervisor = supervisor;
    this.feed = feed;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService executor =
        Executors.newScheduledThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "pool-manager-clock");
              thread.setDaemon(true);
              return thread;
            });
    chores.forEach(chore -> Every.schedule(executor, chore));
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
