package io.tarn.agent.probe;

import io.tarn.fleet.vm.MemorySplit;
import io.tarn.fleet.vm.VmAttributes;

/**
 * A VM that runs on a host, or ran there.
 *
 * @param attributes what is known of it
 * @param split where its memory is
 * @param startedMillis when it started, probe clock, milliseconds since 1970
 * @param endedMillis when it ended; the largest long while it runs
 */
public record RunningVm(
    VmAttributes attributes, MemorySplit split, long startedMillis, long endedMillis) {

  /** A VM that has just started. */
  public static RunningVm started(VmAttributes attributes, MemorySplit split, long atMillis) {
    return new RunningVm(attributes, split, atMillis, Long.MAX_VALUE);
  }

  /** The same VM, ended; not before it started. */
  public RunningVm ended(long atMillis) {
    return new RunningVm(attributes, split, startedMillis, Math.max(atMillis, startedMillis));
  }

  /** Whether it has ended. */
  public boolean over() {
    return endedMillis != Long.MAX_VALUE;
  }
}
