package io.tarn.fleet.latent;

import io.tarn.fleet.vm.AccessScan;

/**
 * How much memory a VM has touched by when. Boot and start-up touch most of it within the first
 * minutes, the rest follows ever more slowly; touched memory never becomes untouched.
 *
 * @param sizeMiB its memory
 * @param finalMiB what it will have touched in the end, however long it lives
 * @param atOnce the share of that which start-up touches, 0..1
 * @param slowSeconds after which 63 % of the rest is touched
 * @param active the share of touched memory in use within half an hour, 0..1
 */
record MemoryUse(
    double sizeMiB, double finalMiB, double atOnce, double slowSeconds, double active) {

  private static final long PAGE_MIB = 2;
  private static final double START_SECONDS = 25;
  private static final double ACTIVE_SECONDS = 600;
  private static final double ALL_BUT_ALL = 0.02;
  private static final double SYSTEM_MIB = 160;
  private static final double MOST_SYSTEM_SHARE = 0.3;

  /**
   * @param untouched logit of the share left untouched
   * @param surprise whether this VM touches nearly everything for no reason
   * @param draws the VM's
   */
  static MemoryUse of(double sizeMiB, double untouched, boolean surprise, Draws draws) {
    double share = 1 / (1 + StrictMath.exp(-untouched));
    double left = surprise ? ALL_BUT_ALL * draws.uniform(0) : share;
    double system = Math.min(SYSTEM_MIB, MOST_SYSTEM_SHARE * sizeMiB);
    return new MemoryUse(
        sizeMiB,
        system + (sizeMiB - system) * (1 - left),
        0.75 + 0.2 * draws.uniform(1),
        1_200 * draws.factor(2, 1.0),
        0.3 + 0.6 * draws.uniform(3));
  }

  /** Memory touched since the start, after so many seconds. */
  double touchedMiB(double seconds) {
    double started = 1 - StrictMath.exp(-Math.max(0, seconds) / START_SECONDS);
    double later = 1 - StrictMath.exp(-Math.max(0, seconds) / slowSeconds);
    return finalMiB * (atOnce * started + (1 - atOnce) * later);
  }

  /** The same in whole pages, rounded up, at most all. */
  long touchedPagesMiB(double seconds) {
    return Math.min((long) sizeMiB, pages(touchedMiB(seconds)));
  }

  /** What a scan finds. */
  AccessScan scan(double seconds, double lastSeconds) {
    long ever = touchedPagesMiB(seconds);
    if (lastSeconds <= 0) {
      return new AccessScan(ever, ever);
    }
    long before = touchedPagesMiB(lastSeconds);
    double used = active * (1 - StrictMath.exp(-(seconds - lastSeconds) / ACTIVE_SECONDS));
    return new AccessScan(ever, Math.min(ever, ever - before + pages(used * before)));
  }

  private static long pages(double mib) {
    return PAGE_MIB * (long) Math.ceil(mib / PAGE_MIB);
  }
}
