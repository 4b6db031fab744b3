package io.tarn.emulator.table;

/** What is plugged in for a pool. */
public sealed interface Device {

  /** A device that answers. */
  record Working(Emc emc) implements Device {}

  /**
   * A device whose table cannot be read; it answers nothing until its file is restored.
   *
   * @param reason what is wrong and how it is mended
   */
  record Damaged(String reason) implements Device {}
}
