package io.tarn.local.stranding;

/**
 * A VM's stay on a host.
 *
 * @param hostId the host
 * @param vcpus its cores
 * @param localGiB its local memory
 * @param poolGiB its pool memory
 * @param from when it came, in any unit
 * @param until when it left, in the same unit; the largest long when it is still there
 */
public record Stay(String hostId, int vcpus, double localGiB, int poolGiB, long from, long until) {

  /** All its memory. */
  public double memoryGiB() {
    return localGiB + poolGiB;
  }
}
