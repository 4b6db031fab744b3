package io.tarn.cot;

import io.tarn.cot.balance.Loads;
import io.tarn.cot.balance.NoiseFloor;
import io.tarn.cot.frontend.Identity;
import io.tarn.cot.frontend.Outcome;
import io.tarn.cot.frontend.Stretch;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run as one line of JSON.
 *
 * @param judgedReads reads that {@code withCache} and {@code withoutCache} are about: those since
 *     the cache last changed its size, or all when those are too few for the target
 * @param acknowledgedEpochs epochs that are durable on the bus
 */
record RunSummary(
    String frontEndId,
    long incarnation,
    String ring,
    double zipf,
    int keys,
    long seed,
    double target,
    long accesses,
    int lines,
    int trackedKeys,
    boolean unattainable,
    long epochs,
    long acknowledgedEpochs,
    long judgedReads,
    double hitPercent,
    Side withCache,
    Side withoutCache) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final double PERCENT = 100;

  /** Look-ups of the tier, and how evenly they fell; over back ends that got any. */
  record Side(long lookUps, double imbalance, double weightedImbalance, List<String> idleBackEnds) {

    private static Side of(Loads loads) {
      return new Side(loads.lookUps(), loads.imbalance(), loads.weightedImbalance(), loads.idle());
    }
  }

  static String of(
      FrontEndSettings settings, Identity identity, Outcome outcome, long acknowledged) {
    double target = settings.policy().target();
    Stretch last = outcome.sinceResize();
    long needed = NoiseFloor.lookUpsFor(target, last.withCache());
    Stretch judged = last.withCache().lookUps() >= needed ? last : outcome.whole();
    return JSON.writeValueAsString(
        new RunSummary(
            identity.frontEndId(),
            identity.incarnation(),
            settings.ring().name().toLowerCase(Locale.ROOT),
            settings.skew(),
            settings.keys(),
            settings.seed(),
            target,
            outcome.accesses(),
            outcome.lines(),
            outcome.trackedKeys(),
            outcome.unattainable(),
            outcome.epochs(),
            acknowledged,
            judged.reads(),
            PERCENT * judged.hitRate(),
            Side.of(judged.withCache()),
            Side.of(judged.withoutCache())));
  }
}
