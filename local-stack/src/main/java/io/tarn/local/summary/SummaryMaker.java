package io.tarn.local.summary;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.contracts.pool.SliceState;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.invariant.Rows;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.SliceRow;
import io.tarn.local.invariant.Rows.VmRow;
import io.tarn.local.learn.Learned;
import io.tarn.local.stranding.HostCapacity;
import io.tarn.local.stranding.Occupancy;
import io.tarn.local.stranding.PoolCapacity;
import io.tarn.local.stranding.Stay;
import io.tarn.local.stranding.Stranding;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes a summary out of the rows of the stores. */
public final class SummaryMaker {

  private static final double MIB_PER_GIB = 1024;

  private SummaryMaker() {}

  /**
   * Makes it.
   *
   * @param rows what the stores hold
   * @param earlier tells the VMs that came before the replay by name; they take up room and are not
   *     counted
   * @param refusals refused VMs by reason; refusals are not stored, so this comes from their
   *     answers
   * @param learned what models and caches did; null when nothing learns
   * @param checks the invariants
   * @param seconds how long the replay took
   */
  public static Summary make(
      Rows rows,
      Predicate<String> earlier,
      Map<String, Integer> refusals,
      @Nullable Learned learned,
      List<CheckResult> checks,
      double seconds) {
    List<VmRow> counted = rows.vms().stream().filter(vm -> !earlier.test(vm.vmId())).toList();
    List<VmRow> placed = counted.stream().filter(VmRow::placed).toList();
    Map<PlacementKind, Integer> kinds = new EnumMap<>(PlacementKind.class);
    for (VmRow vm : placed) {
      kinds.merge(PlacementKind.of(vm.localMiB(), vm.poolGiB()), 1, Integer::sum);
    }
    Map<SliceState, Integer> slices = new EnumMap<>(SliceState.class);
    for (SliceRow slice : rows.slices()) {
      slices.merge(slice.state(), 1, Integer::sum);
    }
    return new Summary(
        placed.size(),
        refusals.values().stream().mapToInt(Integer::intValue).sum(),
        (int) counted.stream().filter(VmRow::withdrawn).count(),
        kinds,
        placed.stream().mapToLong(VmRow::localMiB).sum() / MIB_PER_GIB,
        placed.stream().mapToLong(VmRow::poolGiB).sum(),
        stranding(rows, placed),
        slices,
        refusals,
        learned,
        checks,
        seconds);
  }

  private static Stranding stranding(Rows rows, List<VmRow> counted) {
    long since = counted.stream().mapToLong(VmRow::createdMicros).min().orElse(0);
    Occupancy occupancy =
        new Occupancy(
            rows.vms().stream()
                .filter(vm -> vm.placed() && vm.deletedMicros() > since)
                .map(vm -> stay(vm, since))
                .toList());
    return Stranding.of(
        rows.hosts().stream().map(SummaryMaker::capacity).toList(),
        rows.pools().stream().map(p -> new PoolCapacity(p.poolId(), p.capacityGiB())).toList(),
        occupancy.at(occupancy.busiest()),
        occupancy.memoryPerCoreGiB());
  }

  private static Stay stay(VmRow vm, long since) {
    return new Stay(
        vm.hostId(),
        vm.vcpus(),
        vm.localMiB() / MIB_PER_GIB,
        vm.poolGiB(),
        Math.max(vm.createdMicros(), since),
        vm.deletedMicros());
  }

  private static HostCapacity capacity(HostRow host) {
    return new HostCapacity(
        host.hostId(),
        host.vcpus() - host.reservedVcpus(),
        (host.localMiB() - host.reservedMiB()) / MIB_PER_GIB,
        host.pools().isEmpty() ? null : host.pools().get(0));
  }
}
