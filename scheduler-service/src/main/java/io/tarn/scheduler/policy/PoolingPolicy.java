package io.tarn.scheduler.policy;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.prediction.Predictor;

/** Says how much of a VM's memory may come from a pool. */
public interface PoolingPolicy {

  /** Its name, as configured. */
  String name();

  /** The ceiling for a VM. */
  PoolCeiling ceiling(VmRequest request);

  /**
   * Reads a policy from its configured name.
   *
   * @param predictor is asked by {@code pond}
   * @param guests that are known to live with a zNUMA node, for {@code pond}
   * @throws IllegalArgumentException when there is no such policy; says which there are
   */
  static PoolingPolicy parse(String text, Predictor predictor, Guests guests) {
    if (AllLocal.NAME.equals(text)) {
      return new AllLocal();
    }
    if (Pond.NAME.equals(text)) {
      return new Pond(predictor, guests);
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
            + "\", accepted: all-local, pond, or static:PERCENT with PERCENT from 0 to 100");
  }

  /** Reads a policy that asks no model; {@code pond} then always answers that there is none. */
  static PoolingPolicy parse(String text) {
    return parse(text, Predictor.NONE, Guests.ANY);
  }
}
