package io.tarn.emulator.fault;

/** Kinds of calls that a device answers. */
public enum CallKind {
  /** Of the table or of one slice. */
  READ,
  /** Of owners. */
  CHANGE,
  /** Erasing slices. */
  SCRUB
}
