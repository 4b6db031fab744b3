package io.tarn.local.bench;

import io.tarn.contracts.Check;

/**
 * How much a bench does.
 *
 * @param clients at once, 1..256
 * @param requests measured in each case, 100..1,000,000
 */
public record Effort(int clients, int requests) {

  /** Checks the ranges. */
  public Effort {
    Check.range("--clients", clients, 1, 256);
    Check.range("--requests", requests, 100, 1_000_000);
  }

  /** What is done first and not measured. */
  int warmUp() {
    return Math.max(requests / 5, clients);
  }
}
