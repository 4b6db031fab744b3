package io.tarn.agent.http;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** What the control may do with the probes. */
public interface ProbeControl {

  /**
   * What the probes do.
   *
   * @param clock {@code wall} when it goes by itself, otherwise {@code stepped}
   * @param nowMillis the probe clock, milliseconds since 1970
   * @param incarnation of this start of the agents
   * @param vms that run now
   * @param samples samples and scans read by this start
   * @param read of them by this call
   * @param lost reports that could not be sent
   */
  record View(
      String clock,
      long nowMillis,
      long incarnation,
      int vms,
      long samples,
      long read,
      long lost) {}

  /** What the probes do. */
  View look();

  /**
   * Moves the clock, and returns once everything due by then was read and sent.
   *
   * @param nowMillis what it shall show, milliseconds since 1970
   * @throws io.tarn.contracts.InvalidField when that is before what it shows
   * @throws UnsupportedOperationException when it goes by itself
   * @throws IOException when the progress cannot be saved, or placements are no longer read
   * @throws TimeoutException when the bus cannot be read
   */
  View moveTo(long nowMillis) throws IOException, InterruptedException, TimeoutException;

  /**
   * Lets the clock go, for good: from now on it shows the wall clock and what is due is read by
   * itself. Returns once everything due by now was read and sent.
   *
   * @throws io.tarn.contracts.InvalidField when it shows a time later than the wall clock
   * @throws UnsupportedOperationException when it goes by itself already
   * @throws IOException when the progress cannot be saved, or placements are no longer read
   * @throws TimeoutException when the bus cannot be read
   */
  View letGo() throws IOException, InterruptedException, TimeoutException;
}
