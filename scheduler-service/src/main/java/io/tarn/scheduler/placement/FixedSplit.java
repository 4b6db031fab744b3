package io.tarn.scheduler.placement;

import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.policy.PoolCeiling;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes the whole ceiling or nothing. A VM that was to be wholly in the pool is tried with a zNUMA
 * node in between.
 */
record FixedSplit() implements Split {

  private static final long MIB_PER_GIB = 1024;

  @Override
  public String name() {
    return "fixed";
  }

  @Override
  public List<Integer> amounts(VmRequest request, PoolCeiling ceiling) {
    int most = ceiling.poolGiB();
    int zNuma = most * MIB_PER_GIB == request.memoryMiB() ? ceiling.zNumaGiB() : 0;
    return IntStream.of(most, zNuma, 0).distinct().boxed().toList();
  }
}
