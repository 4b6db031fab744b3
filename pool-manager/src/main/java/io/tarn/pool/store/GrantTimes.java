package io.tarn.pool.store;

import io.tarn.pool.ledger.WayBack;
import java.time.Duration;

/** Is told how long grants took, on the database's clock. */
public interface GrantTimes {

  /** From the commit of a grant until its last slice was seen online. */
  void online(Duration took);

  /**
   * From asking a grant back, or losing it with its EMC when it was not asked back before, until
   * its last slice was FREE.
   */
  void released(WayBack way, Duration took);
}
