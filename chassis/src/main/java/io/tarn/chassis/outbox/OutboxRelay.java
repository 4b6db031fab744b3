package io.tarn.chassis.outbox;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Moves waiting events to the bus, on a thread of its own: at once after a local commit, else every
 * poll interval. A broken database or bus is waited for.
 */
public final class OutboxRelay implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

  private final OutboxStore store;
  private final Publisher publisher;
  private final OutboxProperties properties;
  private final Semaphore nudges = new Semaphore(0);
  private volatile @Nullable Thread worker;

  OutboxRelay(OutboxStore store, RecordSender sender, OutboxProperties properties) {
    this.store = store;
    this.publisher = new Publisher(sender, properties.patience());
    this.properties = properties;
  }

  /** Says that there may be something to move. */
  public void nudge() {
    nudges.release();
  }

  @Override
  public synchronized void start() {
    Thread thread = new Thread(this::work, "outbox-relay");
    thread.setDaemon(true);
    worker = thread;
    thread.start();
  }

  @Override
  public synchronized void stop() {
    Thread thread = worker;
    worker = null;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return worker != null;
  }

  private void work() {
    while (Thread.currentThread() == worker) {
      try {
        boolean more = store.drain(properties.batch(), publisher) == properties.batch();
        if (!more) {
          awaitNudge();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.warn("the outbox waits: {}", String.valueOf(e.getMessage()));
        pauseAfterFailure();
      }
    }
  }

  private void awaitNudge() throws InterruptedException {
    if (nudges.tryAcquire(properties.pollInterval().toNanos(), TimeUnit.NANOSECONDS)) {
      nudges.drainPermits();
    }
  }

  private void pauseAfterFailure() {
    try {
      awaitNudge();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
