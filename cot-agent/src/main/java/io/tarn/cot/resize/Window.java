package io.tarn.cot.resize;

import io.tarn.cot.balance.Loads;
import io.tarn.cot.balance.NoiseFloor;
import java.util.Optional;

/**
 * Epochs since something changed, added up: what is judged.
 *
 * @param epochs how many
 * @param reads keys asked for
 * @param hits reads served from the cache
 * @param hotTrackedHits reads of the hottest keys without a value
 * @param lines size of the cache in all of them
 * @param hotTrackedKeys how many hottest keys those are
 * @param loads look-ups sent to each back end
 */
public record Window(
    int epochs,
    long reads,
    long hits,
    long hotTrackedHits,
    int lines,
    int hotTrackedKeys,
    Loads loads) {

  static Window of(EpochReport report) {
    return new Window(
        1,
        report.cache().reads(),
        report.cache().hits(),
        report.cache().hotTrackedHits(),
        report.cache().lines(),
        report.cache().hotTrackedKeys(),
        report.loads());
  }

  /** The epochs so far and one more; only the new one when ring or size differ. */
  static Window joined(Optional<Window> before, EpochReport report) {
    Window next = of(report);
    return before
        .filter(w -> w.loads.sameRing(next.loads) && w.lines == next.lines)
        .map(w -> w.plus(next))
        .orElse(next);
  }

  private Window plus(Window next) {
    return new Window(
        epochs + next.epochs,
        reads + next.reads,
        hits + next.hits,
        hotTrackedHits + next.hotTrackedHits,
        lines,
        hotTrackedKeys,
        loads.plus(next.loads));
  }

  /** Share of reads that one line serves on average; 0 without lines (alpha_c over reads). */
  double lineQuality() {
    return lines == 0 || reads == 0 ? 0 : (double) hits / lines / reads;
  }

  /** The same of the hottest keys without a value (alpha_kc over reads). */
  double trackedQuality() {
    return reads == 0 ? 0 : (double) hotTrackedHits / hotTrackedKeys / reads;
  }

  double hitRate() {
    return reads == 0 ? 0 : (double) hits / reads;
  }

  /** What the look-ups say about a target. */
  Balance against(ResizerPolicy policy) {
    double weighted = loads.weightedImbalance();
    double target = policy.target();
    long needed = NoiseFloor.lookUpsFor(target, loads);
    if (weighted > target * NoiseFloor.of(loads)) {
      return epochs >= policy.violationEpochs() ? Balance.VIOLATED : Balance.UNCLEAR;
    }
    long enough = weighted <= target ? needed : policy.patience() * needed;
    return loads.lookUps() >= enough ? Balance.KEPT : Balance.UNCLEAR;
  }

  /** Whether a target holds. */
  enum Balance {
    /** The imbalance is at or below it over enough look-ups, or long no surer above than chance. */
    KEPT,
    /** The imbalance is above it by more than chance. */
    VIOLATED,
    /** More look-ups are needed to tell. */
    UNCLEAR
  }
}
