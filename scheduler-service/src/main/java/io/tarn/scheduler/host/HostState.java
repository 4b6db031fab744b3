package io.tarn.scheduler.host;

import io.tarn.contracts.placement.HostSpec;
import io.tarn.contracts.placement.HostView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host at one revision of its row.
 *
 * @param hostId its name
 * @param spec what an administrator declared
 * @param cordoned whether new VMs stay away from it
 * @param usedVcpus held by VMs
 * @param usedLocalMiB held by VMs
 * @param version rises with every edit
 * @param revision rises with every change; of two states, the higher is newer
 */
public record HostState(
    String hostId,
    HostSpec spec,
    boolean cordoned,
    int usedVcpus,
    long usedLocalMiB,
    long version,
    long revision) {

  /** Cores that VMs can have. */
  public int usableVcpus() {
    return spec.vcpus() - spec.reservedVcpus();
  }

  /** Local memory that VMs can have. */
  public long usableLocalMiB() {
    return spec.localMiB() - spec.reservedMiB();
  }

  /** Cores that no VM has. */
  public int freeVcpus() {
    return usableVcpus() - usedVcpus;
  }

  /** Local memory that no VM has. */
  public long freeLocalMiB() {
    return usableLocalMiB() - usedLocalMiB;
  }

  /** The pools that it is wired to. */
  public List<String> pools() {
    return spec.pools();
  }

  /** Its labels. */
  public Map<String, String> labels() {
    return spec.labels();
  }

  /** The host as it would be without a claim on it. */
  public HostState without(int vcpus, long localMiB) {
    return new HostState(
        hostId, spec, cordoned, usedVcpus - vcpus, usedLocalMiB - localMiB, version, revision);
  }

  /** The newer of this and another state of the same host. */
  HostState newer(@Nullable HostState other) {
    return other != null && other.revision > revision ? other : this;
  }

  /** As clients see it. */
  public HostView view() {
    return new HostView(
        hostId,
        spec.vcpus(),
        usedVcpus,
        spec.localMiB(),
        usedLocalMiB,
        spec.reservedVcpus(),
        spec.reservedMiB(),
        cordoned,
        spec.rack(),
        spec.pools(),
        spec.labels(),
        version);
  }
}
