package io.tarn.local.process;

/** The signal that ends a process in good order. */
public enum StopSignal {
  /** What most programs expect. */
  TERM,
  /** PostgreSQL's fast shutdown: does not wait for clients to leave. */
  INT
}
