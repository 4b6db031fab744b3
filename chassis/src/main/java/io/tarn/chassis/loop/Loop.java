package io.tarn.chassis.loop;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Does one step again and again on a thread of its own; what fails is tried again. */
public final class Loop implements SmartLifecycle {

  /** One step. */
  @FunctionalInterface
  public interface Step {

    /** Does it. */
    void run() throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final Duration FAREWELL = Duration.ofSeconds(3);
  // after the web server: requests that it still finishes count on the loops
  private static final int PHASE = DEFAULT_PHASE - 4096;

  private final String name;
  private final Duration pause;
  private final Step step;
  private volatile @Nullable Run current;

  /**
   * @param name of the thread
   * @param pause between two steps
   * @param step what is done; an exception is logged, and the step done again after the pause
   */
  public Loop(String name, Duration pause, Step step) {
    this.name = name;
    this.pause = pause;
    this.step = step;
  }

  @Override
  public synchronized void start() {
    CountDownLatch stop = new CountDownLatch(1);
    Thread thread = new Thread(() -> work(stop), name);
    thread.setDaemon(true);
    current = new Run(thread, stop);
    thread.start();
  }

  @Override
  public synchronized void stop() {
    Run run = current;
    current = null;
    if (run != null) {
      run.end();
    }
  }

  @Override
  public boolean isRunning() {
    return current != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  private void work(CountDownLatch stop) {
    boolean failing = false;
    try {
      do {
        failing = step(failing);
      } while (!stop.await(pause.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      LOG.debug("{} was interrupted", name);
    }
  }

  private boolean step(boolean failing) throws InterruptedException {
    try {
      step.run();
      if (failing) {
        LOG.info("{} works again", name);
      }
      return false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warn("{} fails, and tries again: {}", name, String.valueOf(e.getMessage()));
        LOG.debug("{}", name, e);
      }
      return true;
    }
  }

  private record Run(Thread thread, CountDownLatch stop) {

    void end() {
      stop.countDown();
      try {
        thread.join(FAREWELL.toMillis());
        thread.interrupt();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
