package io.tarn.contracts.placement;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A host as it stands.
 *
 * @param hostId its name
 * @param vcpus its cores
 * @param usedVcpus cores of VMs placed on it
 * @param localMiB its local memory
 * @param usedLocalMiB local memory of VMs placed on it
 * @param reservedVcpus kept for the hypervisor
 * @param reservedMiB kept for the hypervisor
 * @param cordoned whether new VMs stay away from it
 * @param rack where it stands, if known
 * @param pools the pools that it is wired to
 * @param labels its labels
 * @param version rises with every edit; the ETag
 */
public record HostView(
    String hostId,
    int vcpus,
    int usedVcpus,
    long localMiB,
    long usedLocalMiB,
    int reservedVcpus,
    long reservedMiB,
    boolean cordoned,
    @Nullable String rack,
    List<String> pools,
    Map<String, String> labels,
    long version) {

  /** Copies the collections, the labels in order of their keys. */
  public HostView {
    pools = List.copyOf(pools);
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
