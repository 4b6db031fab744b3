package io.tarn.cot.frontend;

/**
 * When a run and its epochs end.
 *
 * @param accesses of the run, at least 1
 * @param nanos of the run, at least 1
 * @param epochNanos an epoch ends after this time, sufficient or not, at least 1
 * @param accessesPerSecond pace, at least 1; {@link Long#MAX_VALUE} for as fast as it goes
 */
public record RunLimits(long accesses, long nanos, long epochNanos, long accessesPerSecond) {

  /**
   * @throws IllegalArgumentException when a value is below 1
   */
  public RunLimits {
    if (accesses < 1 || nanos < 1 || epochNanos < 1 || accessesPerSecond < 1) {
      throw new IllegalArgumentException(
          "limits are "
              + accesses
              + " accesses, "
              + nanos
              + " ns, epochs of "
              + epochNanos
              + " ns, "
              + accessesPerSecond
              + " accesses/s, accepted: 1 and more");
    }
  }
}
