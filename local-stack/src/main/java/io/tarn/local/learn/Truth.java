package io.tarn.local.learn;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.fleet.Arrival;
import io.tarn.fleet.Fleet;
import io.tarn.fleet.oracle.Oracle;
import io.tarn.fleet.vm.MemorySplit;
import io.tarn.local.invariant.Rows.VmRow;
import java.util.Collection;
import java.util.Map;

/**
 * Judges placements by what is hidden in the generated fleet. A VM labelled insensitive is a false
 * positive when it slows down more than the margin where its memory is; any other is overpredicted
 * when it has touched more than its local memory.
 */
public final class Truth {

  /** PDM: the slowdown that is allowed, in percent. */
  public static final double MARGIN_PERCENT = 5;

  private static final long MIB_PER_GIB = 1024;

  private final Oracle oracle;
  private final double nowSeconds;

  /**
   * @param seed of the fleet that the hosts simulate
   * @param nowSeconds of the replay
   */
  public Truth(long seed, double nowSeconds) {
    this.oracle = new Oracle(new Fleet(seed));
    this.nowSeconds = nowSeconds;
  }

  /**
   * Judges VMs that were placed.
   *
   * @param vms as they were placed
   * @param arrivals who they are, by name
   * @param scores what models said of them, by name
   */
  public Judgement judge(
      Collection<VmRow> vms, Map<String, Arrival> arrivals, Map<String, Scored> scores) {
    int falsePositives = 0;
    int overpredictions = 0;
    int byForest = 0;
    int byGbm = 0;
    long memoryMiB = 0;
    long poolMiB = 0;
    for (VmRow vm : vms) {
      Scored score = scores.getOrDefault(vm.vmId(), Scored.NOT);
      byForest += score.byForest() ? 1 : 0;
      byGbm += score.pairId() != null ? 1 : 0;
      memoryMiB += vm.memoryMiB();
      poolMiB += vm.memoryMiB() - vm.localMiB();
      Arrival arrival = arrivals.get(vm.vmId());
      if (arrival != null
          && PlacementKind.of(vm.localMiB(), vm.poolGiB()) != PlacementKind.ALL_LOCAL) {
        if (score.insensitive()) {
          falsePositives += slowed(arrival, vm) ? 1 : 0;
        } else {
          overpredictions += overpredicted(arrival, vm) ? 1 : 0;
        }
      }
    }
    return new Judgement(
        vms.size(), byForest, byGbm, falsePositives, overpredictions, memoryMiB, poolMiB);
  }

  private boolean slowed(Arrival arrival, VmRow vm) {
    MemorySplit split =
        new MemorySplit(vm.localMiB(), vm.poolGiB() * MIB_PER_GIB, Lessons.SCENARIO);
    return oracle.slowdownPercent(arrival.attributes(), lifeSeconds(arrival), split)
        > MARGIN_PERCENT;
  }

  private boolean overpredicted(Arrival arrival, VmRow vm) {
    return oracle.untouchedMiB(arrival.attributes(), lifeSeconds(arrival))
        < vm.poolGiB() * MIB_PER_GIB;
  }

  private double lifeSeconds(Arrival arrival) {
    return Math.max(0, Math.min(arrival.departureSeconds(), nowSeconds) - arrival.arrivalSeconds());
  }
}
