package io.tarn.cot.resize;

import java.util.Locale;

/** What a front end does at the end of an epoch. */
public enum Action {
  /** Nothing; also while more epochs are needed to tell. */
  HOLD,
  /** Doubles lines and tracked keys, from no lines to two. */
  GROW,
  /** Halves lines and tracked keys. */
  SHRINK,
  /** Halves all hotness, because the hot set moved. */
  DECAY,
  /** Halves all hotness and tracks more keys, because the cache holds the wrong ones. */
  REFOCUS,
  /** Nothing: no size of this cache reaches the target. */
  UNATTAINABLE;

  /** The name on the bus, for example {@code grow}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
