package io.tarn.agent.kernel;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a kernel takes for 1 GiB. Onlining takes microseconds, offlining 10 to 100 ms, as
 * reported for Pond (Li et al., ASPLOS 2023).
 *
 * @param onlineMicros for bringing a slice online
 * @param leastOfflineMillis the least for taking a slice offline, from 0
 * @param mostOfflineMillis the most, up to 600,000
 */
public record KernelDelays(long onlineMicros, long leastOfflineMillis, long mostOfflineMillis) {

  private static final int MOST = 600_000;

  /** As published. */
  public static final KernelDelays PUBLISHED = new KernelDelays(10, 10, 100);

  /** Checks the ranges. */
  public KernelDelays {
    Check.range("onlineMicros", onlineMicros, 0, 1_000_000);
    Check.range("leastOfflineMillis", leastOfflineMillis, 0, MOST);
    Check.range("mostOfflineMillis", mostOfflineMillis, leastOfflineMillis, MOST);
  }

  /**
   * Reads {@code MIN-MAX} in milliseconds per GiB.
   *
   * @throws InvalidField when the text is no such range
   */
  public static KernelDelays offlineMillisPerGiB(String range) {
    Span span = Span.parse("offline-millis-per-gib", range, MOST);
    return new KernelDelays(PUBLISHED.onlineMicros, span.least(), span.most());
  }

  Duration online() {
    return Duration.ofNanos(onlineMicros * 1_000);
  }

  /** Draws how long one block of a slice takes. */
  Duration offlineBlock(RandomGenerator random, int blocksPerSlice) {
    double spread = random.nextDouble() * (mostOfflineMillis - leastOfflineMillis);
    return Duration.ofNanos((long) ((leastOfflineMillis + spread) * 1e6 / blocksPerSlice));
  }
}
