package io.tarn.telemetry.vm;

/** What the scheduler last said of a VM. */
public enum VmStage {
  /** Resources are reserved. */
  RESERVED,
  /** Its grant, where it has one, is committed. */
  PLACED,
  /** Its memory was seen online. */
  READY,
  /** It has left; its memory is on its way back. */
  DELETING,
  /** It has left and holds nothing. */
  DELETED,
  /** Its reservation came to nothing. */
  REFUSED
}
