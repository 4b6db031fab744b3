package io.tarn.fleet.latent;

/**
 * How a workload reacts to slow memory, and how much of that shows while its memory is local.
 *
 * @param sensitivity slowdown for each local latency added, 0..0.65
 * @param late share of it that comes from prefetches which then come too late; while memory is
 *     local they hide the latency, and no stall tells
 * @param stores share of it that comes from stores waiting for ownership of their line; the rest
 *     comes from loads that wait
 * @param visibility share of cycles stalled on DRAM for each unit of sensitivity by loads; above 1
 *     when other misses overlap with the added latency
 * @param harmless share of cycles stalled on DRAM that would not grow
 */
record Reaction(
    double sensitivity, double late, double stores, double visibility, double harmless) {

  private static final double LITTLE = 0.02;
  private static final double SOME = 0.06;
  private static final double MUCH = 0.35;
  private static final double MOSTLY = 0.80;
  private static final double NEARLY_ALL_SPAN = 0.16;
  private static final double STORE_BOUND_SHARE = 0.06;
  private static final double VISIBILITY_SPREAD = 0.32;
  private static final double HARMLESS_MEAN = 0.009;

  private static final double VARIED_SENSITIVITY = 0.35;
  private static final double VARIED_VISIBILITY = 0.44;
  private static final double VARIED_HARMLESS = 0.7;

  /** A workload of a sensitivity; the rest is drawn. */
  static Reaction drawn(double sensitivity, double lateShare, Draws draws) {
    double kind = draws.uniform(0);
    double late = LITTLE + SOME * draws.uniform(1);
    double stores = LITTLE + SOME * draws.uniform(2);
    if (kind < lateShare) {
      late = MOSTLY + NEARLY_ALL_SPAN * draws.uniform(1);
      stores = LITTLE;
    } else if (kind < lateShare + STORE_BOUND_SHARE) {
      stores = MUCH + MUCH * draws.uniform(2);
    }
    return new Reaction(
        sensitivity,
        late,
        stores,
        draws.factor(3, VISIBILITY_SPREAD),
        HARMLESS_MEAN * draws.exponential(4));
  }

  /**
   * A variation of it: other data, another load.
   *
   * @param strength 1 between instances of an archetype, less between VMs of an instance
   */
  Reaction varied(Draws draws, double strength) {
    return new Reaction(
        Sensitivities.bounded(sensitivity * draws.factor(0, strength * VARIED_SENSITIVITY)),
        late,
        stores,
        visibility * draws.factor(1, strength * VARIED_VISIBILITY),
        harmless * draws.factor(2, strength * VARIED_HARMLESS));
  }

  /** Share of cycles stalled on DRAM while all memory is local. */
  double dramStall() {
    return sensitivity * (1 - late - stores) * visibility + harmless;
  }

  /** Sensitivity through stores. */
  double throughStores() {
    return sensitivity * stores;
  }

  /** Sensitivity through prefetches. */
  double throughPrefetches() {
    return sensitivity * late;
  }
}
