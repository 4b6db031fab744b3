package io.tarn.cot.resize;

import java.util.List;
import java.util.Locale;

/**
 * Decides the size of the cache once an epoch, after Zakhary et al. 2020, with what a literal
 * reading gets wrong put right: it judges the weighted imbalance, over as many epochs as chance
 * demands; it never grows for a back end that gives nothing, nor past what growing can do.
 */
public final class Resizer {

  private static final int MOST_REFOCUSED = 2;
  private static final int FIRST_LINES = 2;

  private Resizer() {}

  /** The verdict on an epoch; depends on nothing but its arguments. */
  public static Verdict decide(EpochReport report, ResizerState state, ResizerPolicy policy) {
    if (!report.sufficient()) {
      return hold(state, "the epoch ended by time, too short to judge by");
    }
    if (report.cache().lines() != state.lines()) {
      return hold(
          state.afresh(),
          "the epoch was of " + report.cache().lines() + " lines, not of " + state.lines());
    }
    List<String> idle = report.loads().idle();
    if (!idle.isEmpty()) {
      return hold(state.afresh(), "no look-up went to " + idle + ", which no cache can mend");
    }
    Window window = Window.joined(state.window(), report);
    return switch (window.against(policy)) {
      case UNCLEAR -> hold(state.watching(window), "too few look-ups to tell: " + seen(window));
      case KEPT -> kept(window, state, policy);
      case VIOLATED -> violated(window, state, policy);
    };
  }

  private static Verdict kept(Window window, ResizerState state, ResizerPolicy policy) {
    ResizerState reached = state.reached(window.lineQuality());
    double least = (1 - policy.tolerance()) * state.quality();
    if (state.lines() == 0 || window.lineQuality() >= least) {
      return new Verdict(reached, Action.HOLD, "the target holds: " + seen(window));
    }
    if (window.trackedQuality() < least) {
      return new Verdict(
          reached.shrunk(window.trackedQuality(), policy),
          Action.SHRINK,
          "the target holds and the keys lost quality: " + seen(window));
    }
    return new Verdict(reached, Action.DECAY, "the hot set moved: " + seen(window));
  }

  private static Verdict violated(Window window, ResizerState state, ResizerPolicy policy) {
    if (state.givenUp()) {
      return afterGivingUp(window, state, policy);
    }
    if (state.lines() == 0) {
      double level = (1 - policy.tolerance()) * state.idleQuality();
      return window.trackedQuality() < level
          ? hold(state.afresh(), "no key is hot enough to be worth a line: " + seen(window))
          : climb(window, state, policy);
    }
    boolean wrongKeys = window.lineQuality() < window.trackedQuality();
    if (wrongKeys && state.refocused() < MOST_REFOCUSED) {
      return new Verdict(
          state.refocused(policy),
          Action.REFOCUS,
          "the hottest keys are not in the cache: " + seen(window));
    }
    return climb(window, state, policy);
  }

  private static Verdict climb(Window window, ResizerState state, ResizerPolicy policy) {
    Climb climb = state.climb().map(c -> c.after(window)).orElseGet(() -> Climb.from(window));
    if (climb.fruitless() >= policy.fruitlessGrowths() || state.lines() >= policy.mostLines()) {
      return new Verdict(
          state.gaveUp(climb, policy),
          Action.UNATTAINABLE,
          "no size helps any more, back to " + climb.bestLines() + " lines: " + seen(window));
    }
    int larger = Math.min(policy.mostLines(), Math.max(FIRST_LINES, 2 * state.lines()));
    return new Verdict(
        state.grown(larger, climb, policy), Action.GROW, "above the target: " + seen(window));
  }

  private static Verdict afterGivingUp(Window window, ResizerState state, ResizerPolicy policy) {
    boolean changed = state.climb().map(c -> c.isOutdatedBy(window)).orElse(true);
    if (changed && state.lines() < policy.mostLines()) {
      return climb(window, state.tryingAgain(), policy);
    }
    return new Verdict(
        state.afresh(), Action.UNATTAINABLE, "the target is out of reach: " + seen(window));
  }

  private static Verdict hold(ResizerState state, String reason) {
    return new Verdict(state, state.givenUp() ? Action.UNATTAINABLE : Action.HOLD, reason);
  }

  private static String seen(Window window) {
    return String.format(
        Locale.ROOT,
        "weighted imbalance %.3f over %d look-ups in %d epochs, hit rate %.3f",
        window.loads().weightedImbalance(),
        window.loads().lookUps(),
        window.epochs(),
        window.hitRate());
  }
}
