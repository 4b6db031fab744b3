package io.tarn.telemetry.window;

/** Why a window is not to be learned or decided from. */
public enum Distrust {
  /** It is. */
  NONE(""),
  /** Its samples cover too little of the minute. */
  THIN("thin"),
  /** Too many of its samples had counters that ran too little of the time to be scaled. */
  MULTIPLEXED("multiplexed"),
  /** Too many of its samples lacked a counter. */
  INCOMPLETE("incomplete");

  private final String reason;

  Distrust(String reason) {
    this.reason = reason;
  }

  /** As told to others; empty for {@link #NONE}. */
  public String reason() {
    return reason;
  }
}
