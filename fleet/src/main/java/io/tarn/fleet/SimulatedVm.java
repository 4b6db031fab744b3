package io.tarn.fleet;

import io.tarn.contracts.Check;
import io.tarn.fleet.latent.LatentVm;
import io.tarn.fleet.vm.AccessScan;
import io.tarn.fleet.vm.CounterSample;
import io.tarn.fleet.vm.MemorySplit;

/**
 * A running VM as its host sees it. Every answer depends on the fleet's seed, the VM's attributes
 * and the arguments alone; it may be asked in any order, from any thread.
 */
public final class SimulatedVm {

  private static final long MOST_SECONDS = 1L << 40;
  private static final double SECONDS_PER_MINUTE = 60;

  private final LatentVm latent;

  SimulatedVm(LatentVm latent) {
    this.latent = latent;
  }

  /**
   * The raw counters of one second.
   *
   * @param second of its life, from 0
   * @param split where its memory is in that second
   */
  public CounterSample counters(long second, MemorySplit split) {
    Check.range("second", second, 0, MOST_SECONDS);
    return latent.counters(second, split);
  }

  /**
   * A scan of its access bits.
   *
   * @param minute of its life, from 0
   * @param lastMinute when the scan before was, up to {@code minute}; 0 when there was none
   */
  public AccessScan scan(double minute, double lastMinute) {
    if (!(lastMinute >= 0 && lastMinute <= minute && minute <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "scan at minute "
              + minute
              + " after one at "
              + lastMinute
              + ", accepted: 0 <= lastMinute <= minute");
    }
    return latent.scan(SECONDS_PER_MINUTE * minute, SECONDS_PER_MINUTE * lastMinute);
  }
}
