package io.tarn.local.storm;

/** Where a grant stands by all that its client was told. */
enum Standing {
  /** Asked for or withdrawn; whether that has happened is not known. */
  ASKED,
  /** Acknowledged. */
  LIVE,
  /** Acknowledged, then withdrawn or superseded; whether that has happened is not known. */
  LEAVING,
  /** Withdrawn or superseded, and that acknowledged: it never lives again. */
  GONE,
  /** Refused, and no request for it can still be on its way. */
  REFUSED;

  /** Whether the grant lives, or may. */
  boolean mayLive() {
    return switch (this) {
      case ASKED, LIVE, LEAVING -> true;
      case GONE, REFUSED -> false;
    };
  }
}
