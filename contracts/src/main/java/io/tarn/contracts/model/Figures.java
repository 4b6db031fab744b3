package io.tarn.contracts.model;

import io.tarn.contracts.Check;

/**
 * How a pair did on VMs with known truth. Shares are of the numerators and denominators given, all
 * in percent, 0 where the denominator is 0.
 *
 * @param vms VMs judged
 * @param falsePositives labelled insensitive though they slow down more than the margin allows
 * @param overpredictions VMs that touched more than their local memory
 * @param memoryMiB of all VMs
 * @param insensitiveMiB of the VMs labelled insensitive
 * @param untouchedMiB put on the pool as untouched, among the others
 */
public record Figures(
    long vms,
    long falsePositives,
    long overpredictions,
    long memoryMiB,
    long insensitiveMiB,
    long untouchedMiB) {

  /** Nothing judged. */
  public static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0);

  /** Checks that parts are not above their whole. */
  public Figures {
    Check.range("vms", vms, 0, Long.MAX_VALUE);
    Check.range("falsePositives", falsePositives, 0, vms);
    Check.range("overpredictions", overpredictions, 0, vms - falsePositives);
    Check.range("memoryMiB", memoryMiB, 0, Long.MAX_VALUE);
    Check.range("insensitiveMiB", insensitiveMiB, 0, memoryMiB);
    Check.range("untouchedMiB", untouchedMiB, 0, memoryMiB - insensitiveMiB);
  }

  /** FP: false positives, of all VMs. */
  public double fpPercent() {
    return percent(falsePositives, vms);
  }

  /** OP: overpredictions, of all VMs. */
  public double opPercent() {
    return percent(overpredictions, vms);
  }

  /** FP + OP. */
  public double mispredictionPercent() {
    return percent(falsePositives + overpredictions, vms);
  }

  /** LI: memory of VMs labelled insensitive, of all memory. */
  public double liPercent() {
    return percent(insensitiveMiB, memoryMiB);
  }

  /** UM: memory called untouched, of the memory of the rest. */
  public double umPercent() {
    return percent(untouchedMiB, memoryMiB - insensitiveMiB);
  }

  /** LI + (1 - LI) UM: memory on the pool, of all memory. */
  public double pooledPercent() {
    return percent(insensitiveMiB + untouchedMiB, memoryMiB);
  }

  private static double percent(long part, long whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }
}
