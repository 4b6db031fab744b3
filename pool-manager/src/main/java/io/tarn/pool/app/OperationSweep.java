package io.tarn.pool.app;

import io.tarn.pool.operation.Operations;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Ends operations whose deadline has passed, without being asked. */
final class OperationSweep implements SmartLifecycle {

  private final Operations operations;
  private final Duration pause;
  private @Nullable ScheduledExecutorService clock;

  OperationSweep(Operations operations, Duration pause) {
    this.operations = operations;
    this.pause = pause;
  }

  @Override
  public synchronized void start() {
    ScheduledExecutorService executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "operation-sweep");
              thread.setDaemon(true);
              return thread;
            });
    Every.schedule(executor, pause, "ending operations that are overdue", operations::expire);
    clock = executor;
  }

  @Override
  public synchronized void stop() {
    ScheduledExecutorService executor = clock;
    clock = null;
    if (executor != null) {
      executor.shutdownNow();
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return clock != null;
  }
}
