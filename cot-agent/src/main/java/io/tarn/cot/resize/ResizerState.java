package io.tarn.cot.resize;

import java.util.Optional;

/**
 * What the resizer remembers between epochs.
 *
 * @param lines size of the cache (C), 0 and more
 * @param trackedKeys keys to track (K), above lines
 * @param trackedPerLine tracked keys for each line
 * @param window epochs since something changed
 * @param quality share of reads that one line served when the target was reached; 0 before
 *     (alpha_t)
 * @param idleQuality the tracked keys' share when the cache shrank to nothing; 0 when it did not
 * @param refocused refocusing in a row
 * @param climb growing since the first violation, empty when the target was reached
 * @param givenUp whether the climb ended without reaching the target
 */
public record ResizerState(
    int lines,
    int trackedKeys,
    int trackedPerLine,
    Optional<Window> window,
    double quality,
    double idleQuality,
    int refocused,
    Optional<Climb> climb,
    boolean givenUp) {

  /**
   * The state of a cache that starts.
   *
   * @param lines 0..mostLines
   * @throws IllegalArgumentException when lines is out of range
   */
  public static ResizerState starting(int lines, ResizerPolicy policy) {
    if (lines < 0 || lines > policy.mostLines()) {
      throw new IllegalArgumentException(
          "lines is " + lines + ", accepted: 0.." + policy.mostLines());
    }
    int perLine = policy.trackedPerLine();
    return new ResizerState(
        lines,
        trackedFor(lines, perLine, policy),
        perLine,
        Optional.empty(),
        0,
        0,
        0,
        Optional.empty(),
        false);
  }

  /** Reads of the next epoch: never fewer than keys are tracked. */
  public long epochReads(ResizerPolicy policy) {
    return Math.max(policy.epochReads(), trackedKeys);
  }

  ResizerState watching(Window watched) {
    return new ResizerState(
        lines,
        trackedKeys,
        trackedPerLine,
        Optional.of(watched),
        quality,
        idleQuality,
        refocused,
        climb,
        givenUp);
  }

  /** The same with nothing seen. */
  ResizerState afresh() {
    return new ResizerState(
        lines,
        trackedKeys,
        trackedPerLine,
        Optional.empty(),
        quality,
        idleQuality,
        refocused,
        climb,
        givenUp);
  }

  /** The target holds; its quality is kept for later when it was just reached. */
  ResizerState reached(double qualityNow) {
    return new ResizerState(
        lines,
        trackedKeys,
        trackedPerLine,
        Optional.empty(),
        quality > 0 ? quality : qualityNow,
        idleQuality,
        0,
        Optional.empty(),
        false);
  }

  ResizerState grown(int newLines, Climb climbing, ResizerPolicy policy) {
    return new ResizerState(
        newLines,
        trackedFor(newLines, trackedPerLine, policy),
        trackedPerLine,
        Optional.empty(),
        0,
        0,
        0,
        Optional.of(climbing),
        false);
  }

  ResizerState shrunk(double trackedQuality, ResizerPolicy policy) {
    int half = lines / 2;
    return new ResizerState(
        half,
        trackedFor(half, trackedPerLine, policy),
        trackedPerLine,
        Optional.empty(),
        quality,
        half == 0 ? trackedQuality : 0,
        0,
        Optional.empty(),
        false);
  }

  ResizerState refocused(ResizerPolicy policy) {
    int wider = Math.min(ResizerPolicy.MOST_TRACKED_PER_LINE, 2 * trackedPerLine);
    return new ResizerState(
        lines,
        trackedFor(lines, wider, policy),
        wider,
        Optional.empty(),
        quality,
        idleQuality,
        refocused + 1,
        climb,
        givenUp);
  }

  ResizerState gaveUp(Climb climbed, ResizerPolicy policy) {
    return new ResizerState(
        climbed.bestLines(),
        trackedFor(climbed.bestLines(), trackedPerLine, policy),
        trackedPerLine,
        Optional.empty(),
        0,
        idleQuality,
        0,
        Optional.of(climbed),
        true);
  }

  /** The load changed since the climb was given up: a new one begins here. */
  ResizerState tryingAgain() {
    return new ResizerState(
        lines,
        trackedKeys,
        trackedPerLine,
        Optional.empty(),
        0,
        idleQuality,
        0,
        Optional.empty(),
        false);
  }

  private static int trackedFor(int lines, int perLine, ResizerPolicy policy) {
    return Math.max(policy.fewestTracked(), Math.max(lines + 1, perLine * lines));
  }
}
