package io.tarn.pool.device;

import io.tarn.pool.ledger.Ledger;
import java.util.List;

/** Lets those outside this package make single passes over a pool. */
public final class Passes {

  private Passes() {}

  /**
   * Makes one pass.
   *
   * @throws DeviceException when the device does not answer
   */
  public static Made make(
      Ledger ledger, EmcDrivers drivers, Leadership leadership, String poolId, long epoch) {
    PassResult result = new PoolDriver(ledger, drivers, leadership, poolId).pass(epoch);
    return new Made(
        result.led(), result.done(), result.undone(), result.differing(), result.goOn());
  }

  /**
   * What came of a pass.
   *
   * @param led whether the lease was held to the end
   * @param done slices whose step was read back as done
   * @param undone slices whose step the device has not made
   * @param differing what was found where neither the old nor the new entry was
   * @param goOn whether there may be more to do at once
   */
  public record Made(boolean led, int done, int undone, List<String> differing, boolean goOn) {}
}
