package io.tarn.cot.frontend;

import io.tarn.contracts.bus.FrontEndEpoch;
import java.time.Duration;

/** Where a front end's epochs go, in their order. */
public interface EpochSink extends AutoCloseable {

  /** Takes an epoch; it counts as kept once {@link #acknowledged} says so. */
  void send(FrontEndEpoch epoch);

  /** Epochs that are durable where they went. */
  long acknowledged();

  /**
   * Waits until every epoch taken is acknowledged.
   *
   * @return false when some were not in time, or cannot be any more
   */
  boolean drain(Duration patience);

  /** Ends without waiting; what is not acknowledged then may or may not arrive. */
  @Override
  void close();
}
