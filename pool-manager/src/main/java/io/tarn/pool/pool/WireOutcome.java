package io.tarn.pool.pool;

import io.tarn.contracts.pool.PortView;

/** What becomes of wiring a host to a pool. */
public sealed interface WireOutcome {

  /** It has a port from now on. */
  record Created(PortView port) implements WireOutcome {}

  /** It has a port already. */
  record Exists(PortView port) implements WireOutcome {}

  /** There is no such pool. */
  record NoPool() implements WireOutcome {}

  /** Every port of the EMC is taken. */
  record PortsExhausted() implements WireOutcome {}
}
