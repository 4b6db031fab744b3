package io.tarn.local.summary;

import io.tarn.contracts.placement.PlacementKind;
import io.tarn.contracts.pool.SliceState;
import io.tarn.local.invariant.CheckResult;
import io.tarn.local.learn.Learned;
import io.tarn.local.stranding.Stranding;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run has shown.
 *
 * @param vmsPlaced VMs that were placed, whether they are still there or not
 * @param vmsRefused VMs that no host took
 * @param vmsWithdrawn VMs that were accepted, and given back by their client before a place was
 *     found
 * @param byKind VMs placed by how their memory was divided
 * @param localGiB memory of all VMs placed that was local
 * @param poolGiB memory of all VMs placed that came from a pool
 * @param stranding memory that lay idle at the busiest moment
 * @param slices slices by state at the end
 * @param refusals refused VMs by the reason that ruled out the most hosts
 * @param learned what models and caches did; absent when nothing learns
 * @param checks the invariants
 * @param seconds how long the replay took
 */
public record Summary(
    int vmsPlaced,
    int vmsRefused,
    int vmsWithdrawn,
    Map<PlacementKind, Integer> byKind,
    double localGiB,
    long poolGiB,
    Stranding stranding,
    Map<SliceState, Integer> slices,
    Map<String, Integer> refusals,
    @Nullable Learned learned,
    List<CheckResult> checks,
    double seconds) {

  /** Copies the collections; every kind and state is listed. */
  public Summary {
    byKind = whole(PlacementKind.class, byKind);
    slices = whole(SliceState.class, slices);
    refusals = Collections.unmodifiableMap(new TreeMap<>(refusals));
    checks = List.copyOf(checks);
  }

  private static <E extends Enum<E>> Map<E, Integer> whole(Class<E> type, Map<E, Integer> counts) {
    Map<E, Integer> all = new EnumMap<>(type);
    for (E value : type.getEnumConstants()) {
      all.put(value, counts.getOrDefault(value, 0));
    }
    return Collections.unmodifiableMap(all);
  }
}
