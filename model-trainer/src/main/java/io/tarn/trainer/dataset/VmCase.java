package io.tarn.trainer.dataset;

import io.tarn.contracts.feature.VmTraits;
import org.jspecify.annotations.Nullable;

/**
 * A VM as it looked when it arrived, and what became of it.
 *
 * @param group VMs that one reason makes wrong together: its customer's, or itself where that is
 *     not said
 * @param traits what was known of it then
 * @param counters history of its workload as known then; absent without, or without known slowdown
 * @param slowdownPercent of its workload wholly on the pool; 0 where {@code counters} is absent
 * @param touchedMiB what it ever touched
 * @param untouchedShare what it never touched, a share of its memory
 */
public record VmCase(
    String group,
    VmTraits traits,
    @Nullable WorkloadRow counters,
    float slowdownPercent,
    long touchedMiB,
    float untouchedShare) {

  /** Its memory in MiB. */
  public long memoryMiB() {
    return traits.memoryMiB();
  }
}
