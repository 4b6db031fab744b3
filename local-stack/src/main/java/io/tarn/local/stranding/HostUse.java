package io.tarn.local.stranding;

/**
 * What VMs use of a host at one moment.
 *
 * @param vcpus cores
 * @param localGiB local memory
 * @param poolGiB pool memory
 */
public record HostUse(int vcpus, double localGiB, int poolGiB) {

  /** Nothing. */
  public static final HostUse NONE = new HostUse(0, 0, 0);

  HostUse plus(Stay stay) {
    return new HostUse(vcpus + stay.vcpus(), localGiB + stay.localGiB(), poolGiB + stay.poolGiB());
  }
}
