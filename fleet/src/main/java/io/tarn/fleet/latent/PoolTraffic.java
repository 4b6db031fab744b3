package io.tarn.fleet.latent;

/**
 * Which share of a VM's accesses goes to the pool. Through a zNUMA node of the right size nearly
 * none do (Pond, section 6.3: below 0.4 %). What a guest puts there because local memory is full is
 * its newest data and so hot: a fifth of its memory spilled draws most of the accesses.
 */
final class PoolTraffic {

  /** The guest's own bookkeeping of an untouched node. */
  private static final double LEAST = 0.001;

  private static final double LEAST_SPAN = 0.0025;
  private static final double HOT = 0.64;
  private static final double HOT_SPILL = 0.07;

  private PoolTraffic() {}

  /**
   * The share of accesses.
   *
   * @param touchedMiB memory in use
   * @param localMiB memory on the host, filled first
   * @param poolMiB memory on the pool
   * @param habit what is special about this VM, 0..1
   * @return 0..1
   */
  static double share(double touchedMiB, double localMiB, double poolMiB, double habit) {
    if (poolMiB <= 0) {
      return 0;
    }
    if (localMiB <= 0) {
      return 1;
    }
    double least = LEAST + LEAST_SPAN * habit;
    double spilled = touchedMiB <= localMiB ? 0 : (touchedMiB - localMiB) / touchedMiB;
    double hot = HOT * (1 - StrictMath.exp(-spilled / HOT_SPILL));
    double sixth = spilled * spilled * spilled * spilled * spilled * spilled;
    return least + (1 - least) * (hot + (1 - HOT) * sixth);
  }
}
