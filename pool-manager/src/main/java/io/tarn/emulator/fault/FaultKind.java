package io.tarn.emulator.fault;

import java.util.EnumSet;
import java.util.Set;

/** What a device does wrong. */
public enum FaultKind {
  /** Waits before it does what it was asked. */
  SLOW(true),
  /** Does nothing and says so. */
  REFUSE(true),
  /** Does nothing and says that it did. */
  IDLE(false),
  /** Does it and says that it failed. */
  LOSE_ANSWER(false),
  /** Does it, says so, and loses it later. */
  FORGET(false),
  /** Goes back to what its table was some updates ago, then does what it was asked. */
  OLDER(true),
  /** Ends as kill -9 does before it does anything. */
  DIE_BEFORE(true),
  /** Does it and ends as kill -9 does before it answers. */
  DIE_AFTER(false);

  private final boolean ofReadsToo;

  FaultKind(boolean ofReadsToo) {
    this.ofReadsToo = ofReadsToo;
  }

  /** The calls that it can befall. */
  public Set<CallKind> calls() {
    return ofReadsToo
        ? EnumSet.allOf(CallKind.class)
        : EnumSet.complementOf(EnumSet.of(CallKind.READ));
  }
}
