package io.tarn.emulator.fault;

/** Kinds of calls that a device answers. */
public enum CallKind {
  /** Of the table or of one slice. */
  READ,
  /** Of owners or generations. */
  CHANGE,
  /** Erasing slices. */
  SCRUB
}
