package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * What an agent says of the host's current boot before anything else.
 *
 * @param bootId changes with every boot of the host, stays over restarts of the agent
 * @param bootedAtMillis when the host booted, milliseconds since 1970; another boot than the last
 *     one known that did not start later, or one from far ahead of the manager's clock, is refused
 * @param blockBytes size of a memory block of the kernel, a power of two, 2 MiB..64 GiB
 */
public record BootReport(
    String bootId,
    @Min(1) @Max(Check.LATEST_MILLIS) long bootedAtMillis,
    @Min(BootReport.SMALLEST_BLOCK) @Max(BootReport.LARGEST_BLOCK) long blockBytes) {

  private static final long SMALLEST_BLOCK = 2L << 20;
  private static final long LARGEST_BLOCK = 64L << 30;

  /** Checks the ranges. */
  public BootReport {
    Check.id("bootId", bootId);
    Check.range("bootedAtMillis", bootedAtMillis, 1, Check.LATEST_MILLIS);
    Check.range("blockBytes", blockBytes, SMALLEST_BLOCK, LARGEST_BLOCK);
    if (Long.bitCount(blockBytes) != 1) {
      throw new InvalidField("blockBytes", Long.toString(blockBytes), "a power of two");
    }
  }
}
