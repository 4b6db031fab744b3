package io.tarn.cot.frontend;

import io.tarn.contracts.bus.FrontEndEpoch;
import java.time.Duration;

/** A sink for a front end without a bus: keeps nothing and acknowledges nothing. */
public final class NoSink implements EpochSink {

  /** A sink that keeps nothing. */
  public NoSink() {}

  @Override
  public void send(FrontEndEpoch epoch) {}

  @Override
  public long acknowledged() {
    return 0;
  }

  @Override
  public boolean drain(Duration patience) {
    return true;
  }

  @Override
  public void close() {}
}
