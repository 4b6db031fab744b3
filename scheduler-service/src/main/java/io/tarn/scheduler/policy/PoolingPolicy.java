package io.tarn.scheduler.policy;

import io.tarn.contracts.placement.VmRequest;

/** Says how much of a VM's memory may come from a pool. A pure function of the request. */
public interface PoolingPolicy {

  /** Its name, as configured. */
  String name();

  /** The ceiling for a VM. */
  PoolCeiling ceiling(VmRequest request);

  /**
   * Reads a policy from its configured name.
   *
   * @throws IllegalArgumentException when there is no such policy; says which there are
   */
  static PoolingPolicy parse(String text) {
    if (AllLocal.NAME.equals(text)) {
      return new AllLocal();
    }
    if (text.matches(StaticShare.PREFIX + "\\d{1,3}")) {
      int percent = Integer.parseInt(text.substring(StaticShare.PREFIX.length()));
      if (percent <= 100) {
        return new StaticShare(percent);
      }
    }
    throw new IllegalArgumentException(
        "tarn.placement.policy is \""
            + text
            + "\", accepted: all-local, or static:PERCENT with PERCENT from 0 to 100");
  }
}
