package io.tarn.agent.strand;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A strand that borrows the threads of a pool; many share a few threads. */
public final class PooledStrand implements Strand {

  private static final Logger LOG = LoggerFactory.getLogger(PooledStrand.class);

  private final ScheduledExecutorService pool;
  private final Clock clock;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  /** A strand on a pool's threads. */
  public PooledStrand(ScheduledExecutorService pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  @Override
  public void execute(Runnable step) {
    synchronized (waiting) {
      waiting.add(step);
      if (running) {
        return;
      }
      running = true;
    }
    submit();
  }

  @Override
  public void after(Duration delay, Runnable step) {
    try {
      ScheduledFuture<?> unused =
          pool.schedule(() -> execute(step), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the process is stopping, a timer is dropped");
    }
  }

  @Override
  public long nowMillis() {
    return clock.millis();
  }

  private void submit() {
    try {
      pool.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      LOG.debug("the process is stopping, a step is dropped");
    }
  }

  private void runNext() {
    Runnable step = next();
    if (step == null) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.error("a step failed", e);
    }
    submit();
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Runnable step = waiting.poll();
      running = step != null;
      return step;
    }
  }
}
