package io.tarn.pool.feed;

import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;

/** What becomes of a boot report. */
public sealed interface BootOutcome {

  /** The manager believes in this boot. */
  record Believed(BootView view) implements BootOutcome {}

  /** A later boot is known. */
  record Superseded(BootReport known) implements BootOutcome {}

  /** The host is not wired to any pool. */
  record NoHost() implements BootOutcome {}
}
