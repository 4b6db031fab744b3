package io.tarn.chassis.outbox;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
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
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final OutboxStore store;
  private final Publisher publisher;
  private final OutboxMeter meter;
  private final OutboxProperties properties;
  private final Semaphore nudges = new Semaphore(0);
  private @Nullable Shift shift;

  OutboxRelay(
      OutboxStore store, RecordSender sender, OutboxMeter meter, OutboxProperties properties) {
    this.store = store;
    this.publisher = new Publisher(sender, properties.patience());
    this.meter = meter;
    this.properties = properties;
  }

  /** Says that there may be something to move. */
  public void nudge() {
    nudges.release();
  }

  @Override
  public synchronized void start() {
    if (shift == null) {
      shift = new Shift();
      shift.thread.start();
    }
  }

  /** Stops moving events and waits until what was begun is committed or rolled back. */
  @Override
  public synchronized void stop() {
    if (shift != null) {
      shift.end();
      shift = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return shift != null;
  }

  /** The work from one start to the next stop. */
  private final class Shift {

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this::work, "outbox-relay");
    private final Troubles troubles = new Troubles();

    Shift() {
      thread.setDaemon(true);
    }

    void end() {
      ended.countDown();
      thread.interrupt();
      try {
        thread.join(properties.patience().toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void work() {
      Set<String> resting = Set.of();
      try {
        while (ended.getCount() > 0) {
          resting = move(resting);
        }
      } catch (InterruptedException e) {
        LOG.debug("the relay stops");
      }
    }

    /**
     * Moves a batch and waits when there is no more to do.
     *
     * @return topics that got stuck: they are left out once, so that they hold up no other
     */
    private Set<String> move(Set<String> resting) throws InterruptedException {
      long began = System.nanoTime();
      try {
        Delivery delivery = store.drain(properties.batch(), resting, publisher);
        meter.count(delivery);
        troubles.heard(delivery);
        if (delivery.left() < properties.batch() && delivery.stuck().isEmpty()) {
          // a drain costs much for one event, and little more for hundreds
          Duration rest = properties.pace().minusNanos(System.nanoTime() - began);
          if (delivery.left() > 0 && !rest.isNegative()) {
            ended.await(rest.toNanos(), TimeUnit.NANOSECONDS);
          }
          awaitNudge();
        }
        return delivery.stuck().keySet();
      } catch (RuntimeException e) {
        troubles.heard(e);
        ended.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
        return Set.of();
      }
    }

    private void awaitNudge() throws InterruptedException {
      if (nudges.tryAcquire(properties.pollInterval().toNanos(), TimeUnit.NANOSECONDS)) {
        nudges.drainPermits();
      }
    }
  }
}
