package io.tarn.fleet.vm;

import io.tarn.contracts.Check;

/**
 * Where a VM's memory is.
 *
 * @param localMiB on its host, from 0; the guest fills it first
 * @param poolMiB on the pool, from 0
 * @param scenario how slow that pool is
 */
public record MemorySplit(long localMiB, long poolMiB, Scenario scenario) {

  private static final long MOST_MIB = 32L << 20;

  /** Checks the ranges. */
  public MemorySplit {
    Check.range("localMiB", localMiB, 0, MOST_MIB);
    Check.range("poolMiB", poolMiB, 0, MOST_MIB);
    Check.present("scenario", scenario);
  }

  /** All memory on the host. */
  public static MemorySplit local(long memoryMiB, Scenario scenario) {
    return new MemorySplit(memoryMiB, 0, scenario);
  }

  /** All memory on the pool. */
  public static MemorySplit pool(long memoryMiB, Scenario scenario) {
    return new MemorySplit(0, memoryMiB, scenario);
  }
}
