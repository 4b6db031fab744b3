package io.tarn.agent.probe;

import java.time.Clock;

/** The wall clock; where it is set back, it stands still until it is later again. */
public final class WallClock implements ProbeClock {

  private final Clock clock;
  private long latest;

  /** Shows what the clock shows. */
  public WallClock(Clock clock) {
    this.clock = clock;
  }

  @Override
  public boolean begun() {
    return true;
  }

  @Override
  public boolean goesByItself() {
    return true;
  }

  @Override
  public synchronized long nowMillis() {
    latest = Math.max(latest, clock.millis());
    return latest;
  }

  @Override
  public long at(long wallMillis) {
    return wallMillis;
  }
}
