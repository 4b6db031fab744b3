package io.tarn.pool.device;

import java.net.URI;

/** Finds the driver of an EMC. */
public interface EmcDrivers {

  /**
   * The driver of the EMC that answers at a URI; makes no call.
   *
   * @param emc as the pool was declared with
   */
  EmcDriver at(URI emc);
}
