package io.tarn.emulator.fault;

/** Kinds of calls that a device answers. */
public enum CallKind {
  /** Of the table, of one slice or of what is not erased. */
  READ,
  /** Of owners or generations. */
  CHANGE,
  /** Erasing slices. */
  SCRUB
}
