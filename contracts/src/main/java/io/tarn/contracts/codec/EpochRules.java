package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.FrontEndEpoch;
import java.util.HashSet;
import java.util.Set;

/** What must hold in an epoch of a front end before anyone counts it. */
final class EpochRules {

  private static final int MOST_BACK_ENDS = 1024;
  private static final double SHARES_TOLERANCE = 1e-6;

  // look-ups are divided by it
  private static final double LEAST_SHARE = 1e-9;

  private EpochRules() {}

  static void check(FrontEndEpoch epoch) {
    Check.id("front_end_id", epoch.getFrontEndId());
    Check.range("incarnation", epoch.getIncarnation(), 1, Long.MAX_VALUE);
    Check.range("epoch", epoch.getEpoch(), 1, Long.MAX_VALUE);
    Check.range("began_at_millis", epoch.getBeganAtMillis(), 1, Check.LATEST_MILLIS);
    Check.range(
        "ended_at_millis", epoch.getEndedAtMillis(), epoch.getBeganAtMillis(), Check.LATEST_MILLIS);
    checkHits(epoch);
    Check.range("cache_lines", epoch.getCacheLines(), 0, Integer.MAX_VALUE - 1);
    Check.range(
        "tracked_keys", epoch.getTrackedKeys(), epoch.getCacheLines() + 1L, Integer.MAX_VALUE);
    Check.text("ring", epoch.getRing());
    if (!(epoch.getTarget() > 1) || Double.isInfinite(epoch.getTarget())) {
      throw new InvalidField("target", Double.toString(epoch.getTarget()), "above 1, finite");
    }
    checkBackEnds(epoch);
    Check.text("action", epoch.getAction());
  }

  private static void checkHits(FrontEndEpoch epoch) {
    Check.range("accesses", epoch.getAccesses(), 0, Long.MAX_VALUE);
    Check.range("cache_hits", epoch.getCacheHits(), 0, epoch.getAccesses());
    Check.range(
        "tracked_hits", epoch.getTrackedHits(), 0, epoch.getAccesses() - epoch.getCacheHits());
  }

  private static void checkBackEnds(FrontEndEpoch epoch) {
    Check.range("back_ends.size", epoch.getBackEndsCount(), 1, MOST_BACK_ENDS);
    Set<String> seen = new HashSet<>();
    double shares = 0;
    for (BackEndLoad load : epoch.getBackEndsList()) {
      if (!seen.add(Check.text("back_end_id", load.getBackEndId()))) {
        throw new InvalidField(
            "back_end_id", Check.quoted(load.getBackEndId()) + " twice", "each back end once");
      }
      if (!(load.getRingShare() >= LEAST_SHARE && load.getRingShare() <= 1)) {
        throw new InvalidField(
            "ring_share", Double.toString(load.getRingShare()), LEAST_SHARE + "..1");
      }
      Check.range("look_ups", load.getLookUps(), 0, Long.MAX_VALUE);
      shares += load.getRingShare();
    }
    if (Math.abs(shares - 1) > SHARES_TOLERANCE) {
      throw new InvalidField("ring_share.sum", Double.toString(shares), "1");
    }
  }
}
