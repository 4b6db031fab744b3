package io.tarn.pool.feed;

import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;

/** What becomes of a boot report. */
public sealed interface BootOutcome {

  /** The manager believes in this boot. */
  record Believed(BootView view) implements BootOutcome {}

  /** A later boot is known, or another one with the same start. */
  record Superseded(BootReport known) implements BootOutcome {}

  /**
   * It says that it started later than the limit of hosts' clocks allows.
   *
   * @param bootedAtMillis when it says that it started, milliseconds since 1970
   * @param nowMillis what the time is here
   * @param latestMillis the latest that is believed now
   */
  record AheadOfClock(long bootedAtMillis, long nowMillis, long latestMillis)
      implements BootOutcome {}

  /** The host is not wired to any pool. */
  record NoHost() implements BootOutcome {}
}
