package io.tarn.agent.world;

import io.tarn.agent.strand.Strand;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A strand on a virtual clock; steps run only when the test says so. */
public final class ManualStrand implements Strand {

  private record Timer(long atNanos, long order, Runnable step) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::order));
  private long nowNanos = 1_000_000_000_000L;
  private long order;

  @Override
  public void execute(Runnable step) {
    after(Duration.ZERO, step);
  }

  @Override
  public void after(Duration delay, Runnable step) {
    timers.add(new Timer(nowNanos + delay.toNanos(), order++, step));
  }

  @Override
  public long nowMillis() {
    return nowNanos / 1_000_000;
  }

  /** Runs the next step, moving the clock to its time; false when none is waiting. */
  public boolean step() {
    Timer next = timers.poll();
    if (next == null) {
      return false;
    }
    nowNanos = Math.max(nowNanos, next.atNanos());
    next.step().run();
    return true;
  }

  /** Runs everything that is due within a time. */
  public void advance(Duration time) {
    long until = nowNanos + time.toNanos();
    while (!timers.isEmpty() && timers.peek().atNanos() <= until) {
      step();
    }
    nowNanos = until;
  }
}
