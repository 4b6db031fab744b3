package io.tarn.telemetry.window;

/**
 * One minute of one host.
 *
 * @param hostId the host
 * @param startMillis its start, milliseconds since 1970, a multiple of 60000
 */
public record Minute(String hostId, long startMillis) {

  /** Milliseconds of a minute. */
  public static final long MILLIS = 60_000;

  /**
   * The start of the minute that an interval belongs to: the one that holds its last millisecond.
   */
  public static long startOf(long endMillis) {
    return Math.floorDiv(endMillis - 1, MILLIS) * MILLIS;
  }

  /** Its end, which belongs to the next. */
  public long endMillis() {
    return startMillis + MILLIS;
  }
}
