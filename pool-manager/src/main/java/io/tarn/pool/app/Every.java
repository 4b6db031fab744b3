package io.tarn.pool.app;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task again and again; one that fails is run again, too. */
final class Every {

  private static final Logger LOG = LoggerFactory.getLogger(Every.class);

  private final String what;
  private final Runnable task;
  private boolean failing;

  private Every(String what, Runnable task) {
    this.what = what;
    this.task = task;
  }

  static void schedule(
      ScheduledExecutorService executor, Duration pause, String what, Runnable task) {
    ScheduledFuture<?> unused =
        executor.scheduleWithFixedDelay(
            new Every(what, task)::once, 0, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void once() {
    try {
      task.run();
      failing = false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("{} fails and is tried again and again", what, e);
      }
      failing = true;
    }
  }
}
