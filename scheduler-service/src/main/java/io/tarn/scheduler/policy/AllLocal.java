package io.tarn.scheduler.policy;

import io.tarn.contracts.placement.VmRequest;

/** Every VM's memory is local. */
record AllLocal() implements PoolingPolicy {

  static final String NAME = "all-local";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PoolCeiling ceiling(VmRequest request) {
    return PoolCeiling.none("policy-all-local");
  }
}
