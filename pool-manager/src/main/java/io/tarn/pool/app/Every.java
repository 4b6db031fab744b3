package io.tarn.pool.app;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a chore again and again; one that fails is run again, too. */
final class Every {

  private static final Logger LOG = LoggerFactory.getLogger(Every.class);

  private final Chore chore;
  private boolean failing;

  private Every(Chore chore) {
    this.chore = chore;
  }

  static void schedule(ScheduledExecutorService executor, Chore chore) {
    ScheduledFuture<?> unused =
        executor.scheduleWithFixedDelay(
            new Every(chore)::once, 0, chore.pause().toNanos(), TimeUnit.NANOSECONDS);
  }

  private void once() {
    try {
      chore.task().run();
      failing = false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("{} fails and is tried again and again", chore.what(), e);
      }
      failing = true;
    }
  }
}
