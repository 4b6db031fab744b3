package io.tarn.local.invariant;

import java.util.List;
import java.util.Set;

/**
 * What a client was told in the course of a run.
 *
 * @param created VMs whose creation was answered with 2xx
 * @param deleted VMs whose deletion was answered with 2xx
 * @param undocumented answers that the API does not promise, or that never came
 * @param unsettled what was not finished when the run's patience ended
 */
public record Acknowledged(
    Set<String> created, Set<String> deleted, List<String> undocumented, List<String> unsettled) {

  /** Copies the collections. */
  public Acknowledged {
    created = Set.copyOf(created);
    deleted = Set.copyOf(deleted);
    undocumented = List.copyOf(undocumented);
    unsettled = List.copyOf(unsettled);
  }
}
