package io.tarn.local.home;

import java.util.Locale;

/** What a stack is for. */
public enum Mode {
  /** Kept between runs. */
  UP,
  /** Made anew by every demo, bench and evidence. */
  DEMO;

  /** The folder of its data. */
  public String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
