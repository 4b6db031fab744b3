package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.policy.PoolCeiling;
import java.util.List;

/** Which amounts of pool memory are tried under a ceiling, and in which order. */
interface Split {

  /** Its name in a decision's record. */
  String name();

  /** Amounts in GiB, the most wanted first, the last 0; each 0..ceiling. */
  List<Integer> amounts(VmRequest request, PoolCeiling ceiling);
}
