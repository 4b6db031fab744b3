package io.tarn.local.learn;

/**
 * How predictions did so far.
 *
 * @param vms VMs placed
 * @param byForest of which the forest said something
 * @param byGbm of which the boosted trees said something
 * @param falsePositives labelled insensitive, and slowed down more than the margin
 * @param overpredictions others that touched more than their local memory
 * @param memoryMiB of all
 * @param poolMiB of it from pools
 */
public record Judgement(
    int vms,
    int byForest,
    int byGbm,
    int falsePositives,
    int overpredictions,
    long memoryMiB,
    long poolMiB) {

  private static final double PERCENT = 100;

  /** FP: false positives, of all VMs. */
  public double fpPercent() {
    return percent(falsePositives, vms);
  }

  /** OP: overpredictions, of all VMs. */
  public double opPercent() {
    return percent(overpredictions, vms);
  }

  /** Memory from pools, of all memory. */
  public double pooledPercent() {
    return percent(poolMiB, memoryMiB);
  }

  private static double percent(long part, long whole) {
    return whole == 0 ? 0 : PERCENT * part / whole;
  }
}
