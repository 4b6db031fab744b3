package io.tarn.cot.resize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * The cases of the resizer. With four back ends, 40,000 look-ups make a noise floor of 1.03: z of
 * 0.1 / 12 is 2.394, q = 3.386, deviation sqrt(3 / 40000) = 0.00866, half of the range 0.01466.
 */
class ResizerTest {

  private static final ResizerPolicy POLICY = ResizerPolicy.of(1.1, 1_024);

  private static ResizerState lines(int lines) {
    return ResizerState.starting(lines, POLICY);
  }

  private static EpochReport skewed(int lines, long hits, long hotHits) {
    return Epochs.of(lines, hits, hotHits, 20_000, 10_000, 10_000, 10_000);
  }

  private static EpochReport even(int lines, long hits, long hotHits) {
    return Epochs.of(lines, hits, hotHits, 10_000, 10_100, 10_000, 10_000);
  }

  /** The verdict on the last of so many equal epochs; those before it must be undecided. */
  private static Verdict after(int epochs, EpochReport report, ResizerState state) {
    ResizerState now = state;
    for (int i = 1; i < epochs; i++) {
      Verdict verdict = Resizer.decide(report, now, POLICY);
      assertThat(verdict.action()).isEqualTo(Action.HOLD);
      assertThat(verdict.state().lines()).isEqualTo(state.lines());
      now = verdict.state();
    }
    return Resizer.decide(report, now, POLICY);
  }

  @Test
  void violation_growsAfterThreeEpochs() {
    Verdict verdict = after(3, skewed(4, 30_000, 100), lines(4));
    assertThat(verdict.action()).isEqualTo(Action.GROW);
    assertThat(verdict.state().lines()).isEqualTo(8);
    assertThat(verdict.state().trackedKeys()).isEqualTo(2_048);
    assertThat(verdict.state().window()).isEmpty();
    assertThat(verdict.reason()).contains("weighted imbalance 2.000 over 150000 look-ups");
  }

  @Test
  void nothing_growsToTwoLines() {
    Verdict verdict = after(3, skewed(0, 0, 100), lines(0));
    assertThat(verdict.action()).isEqualTo(Action.GROW);
    assertThat(verdict.state().lines()).isEqualTo(2);
  }

  @Test
  void manyLines_areTrackedEightfold() {
    Verdict verdict = after(3, skewed(512, 30_000, 100), lines(512));
    assertThat(verdict.state().lines()).isEqualTo(1_024);
    assertThat(verdict.state().trackedKeys()).isEqualTo(8_192);
    assertThat(verdict.state().epochReads(POLICY)).isEqualTo(8_192);
    assertThat(lines(0).epochReads(POLICY)).isEqualTo(5_000);
  }

  @Test
  void whatChanceExplains_isNoViolationInTheEnd() {
    // 1.11 over 4,110 look-ups; what is needed: half 0.0476, deviation 0.0281, 3 / 0.0281^2 = 3,791
    EpochReport slight = Epochs.of(4, 30_000, 100, 1_110, 1_000, 1_000, 1_000);
    // 16 times 3,791 are reached with the fifteenth epoch
    Verdict early = after(14, slight, lines(4));
    assertThat(early.reason()).startsWith("too few look-ups to tell");
    Verdict late = after(15, slight, lines(4));
    assertThat(late.action()).isEqualTo(Action.HOLD);
    assertThat(late.reason()).startsWith("the target holds");
  }

  @Test
  void fewLookUps_tellNothing() {
    // 1.25 over 1,095 look-ups: deviation 0.0523, half 0.0886, floor 1.194, times 1.1 is 1.31
    EpochReport small = Epochs.of(4, 30_000, 100, 100, 80, 90, 95);
    assertThat(after(3, small, lines(4)).reason()).startsWith("too few look-ups to tell");
  }

  @Test
  void insufficientEpoch_neverResizes() {
    EpochReport report = Epochs.insufficient(skewed(4, 30_000, 100));
    ResizerState state = lines(4);
    for (int i = 0; i < 20; i++) {
      Verdict verdict = Resizer.decide(report, state, POLICY);
      assertThat(verdict.action()).isEqualTo(Action.HOLD);
      assertThat(verdict.state()).isEqualTo(state);
    }
  }

  @Test
  void deadBackEnd_isNotChasedWithCache() {
    EpochReport dead = Epochs.of(4, 30_000, 100, 20_000, 0, 20_000, 20_000);
    ResizerState state = lines(4);
    for (int i = 0; i < 20; i++) {
      Verdict verdict = Resizer.decide(dead, state, POLICY);
      assertThat(verdict.action()).isEqualTo(Action.HOLD);
      assertThat(verdict.reason()).contains("[b1]");
      state = verdict.state();
    }
    assertThat(state.lines()).isEqualTo(4);
  }

  @Test
  void otherRing_beginsAnew() {
    ResizerState watched = Resizer.decide(skewed(4, 30_000, 100), lines(4), POLICY).state();
    EpochReport three = Epochs.of(4, 30_000, 100, 20_000, 10_000, 10_000);
    ResizerState next = Resizer.decide(three, watched, POLICY).state();
    assertThat(next.window().orElseThrow().epochs()).isEqualTo(1);
    assertThat(next.window().orElseThrow().loads().each()).hasSize(3);
  }

  @Test
  void epochOfAnotherSize_isNotJudged() {
    Verdict verdict = Resizer.decide(skewed(2, 30_000, 100), lines(4), POLICY);
    assertThat(verdict.action()).isEqualTo(Action.HOLD);
    assertThat(verdict.state().window()).isEmpty();
  }

  @Test
  void wrongKeys_refocusTwiceThenGrow() {
    // a line serves 100 of 100,000 reads, each of the four hottest others 500
    EpochReport wrong = skewed(4, 400, 2_000);
    Verdict first = after(3, wrong, lines(4));
    assertThat(first.action()).isEqualTo(Action.REFOCUS);
    assertThat(first.state().lines()).isEqualTo(4);
    assertThat(first.state().trackedPerLine()).isEqualTo(16);
    Verdict second = after(3, wrong, first.state());
    assertThat(second.action()).isEqualTo(Action.REFOCUS);
    assertThat(after(3, wrong, second.state()).action()).isEqualTo(Action.GROW);
  }

  @Test
  void targetReached_keepsItsQuality() {
    Verdict verdict = Resizer.decide(even(4, 40_000, 100), lines(4), POLICY);
    assertThat(verdict.action()).isEqualTo(Action.HOLD);
    // a line serves 10,000 of 100,000 reads
    assertThat(verdict.state().quality()).isCloseTo(0.1, within(1e-12));
    assertThat(verdict.reason()).startsWith("the target holds");
  }

  @Test
  void lostQuality_halvesTheCache() {
    ResizerState reached = Resizer.decide(even(8, 40_000, 100), lines(8), POLICY).state();
    // 85 % of 0.05 is 0.0425: 34,100 hits are just above, 33,900 just below
    assertThat(Resizer.decide(even(8, 34_100, 100), reached, POLICY).action())
        .isEqualTo(Action.HOLD);
    Verdict verdict = Resizer.decide(even(8, 33_900, 100), reached, POLICY);
    assertThat(verdict.action()).isEqualTo(Action.SHRINK);
    assertThat(verdict.state().lines()).isEqualTo(4);
  }

  @Test
  void movedHotSet_decaysAndKeepsTheSize() {
    ResizerState reached = Resizer.decide(even(8, 40_000, 100), lines(8), POLICY).state();
    // the eight hottest others serve 0.05 each, as the lines did
    Verdict verdict = Resizer.decide(even(8, 10_000, 40_000), reached, POLICY);
    assertThat(verdict.action()).isEqualTo(Action.DECAY);
    assertThat(verdict.state().lines()).isEqualTo(8);
  }

  @Test
  void uniformKeys_shrinkToNothingAndStayThere() {
    ResizerState state = Resizer.decide(even(8, 40_000, 100), lines(8), POLICY).state();
    for (int lines = 8; lines > 0; lines /= 2) {
      Verdict verdict = Resizer.decide(even(lines, 80, 20), state, POLICY);
      assertThat(verdict.action()).isEqualTo(Action.SHRINK);
      state = verdict.state();
    }
    assertThat(state.lines()).isZero();
    assertThat(Resizer.decide(even(0, 0, 20), state, POLICY).action()).isEqualTo(Action.HOLD);
    // 20 reads over 2 keys and 100,000 reads
    assertThat(state.idleQuality()).isCloseTo(0.00001 * 10, within(1e-12));
    // a violation without any hotter key is not the cache's business, one with such keys is
    Verdict cold = after(3, skewed(0, 0, 10), state);
    assertThat(cold.action()).isEqualTo(Action.HOLD);
    assertThat(cold.reason()).contains("no key is hot enough");
    assertThat(after(3, skewed(0, 0, 5_000), state).action()).isEqualTo(Action.GROW);
  }

  @Test
  void growthWithoutEffect_isGivenUp() {
    ResizerState state = lines(2);
    for (int grown = 4; grown <= 16; grown *= 2) {
      Verdict verdict = after(3, skewed(state.lines(), 1_000, 100), state);
      assertThat(verdict.action()).isEqualTo(Action.GROW);
      assertThat(verdict.state().lines()).isEqualTo(grown);
      state = verdict.state();
    }
    Verdict verdict = after(3, skewed(16, 2_000, 100), state);
    assertThat(verdict.action()).isEqualTo(Action.UNATTAINABLE);
    assertThat(verdict.state().givenUp()).isTrue();
    assertThat(verdict.state().lines()).as("where it was best").isEqualTo(2);
    // it stays so, and says so, until the load changes
    ResizerState givenUp = verdict.state();
    for (int i = 0; i < 30; i++) {
      Verdict later = Resizer.decide(skewed(2, 1_000, 100), givenUp, POLICY);
      assertThat(later.action()).isEqualTo(Action.UNATTAINABLE);
      assertThat(later.state().lines()).isEqualTo(2);
      givenUp = later.state();
    }
    assertThat(Resizer.decide(even(2, 1_000, 100), givenUp, POLICY).state().givenUp()).isFalse();
  }

  @Test
  void givenUp_triesAgainWhenTheLoadChanged() {
    Climb climb = new Climb(2, 2.0, 0.01, 3);
    ResizerState givenUp = lines(2).gaveUp(climb, POLICY);
    EpochReport worse = Epochs.of(2, 1_000, 10, 40_000, 10_000, 10_000, 10_000);
    ResizerState state = givenUp;
    Verdict verdict = Resizer.decide(worse, state, POLICY);
    for (int i = 0; i < 2; i++) {
      assertThat(verdict.action()).isEqualTo(Action.UNATTAINABLE);
      state = verdict.state();
      verdict = Resizer.decide(worse, state, POLICY);
    }
    assertThat(verdict.action()).isEqualTo(Action.GROW);
    assertThat(verdict.state().givenUp()).isFalse();
  }

  @Test
  void cap_isNeverPassed() {
    ResizerPolicy capped = ResizerPolicy.of(1.1, 6);
    ResizerState state = ResizerState.starting(4, capped);
    int most = 0;
    for (int i = 0; i < 40; i++) {
      // every size is better than the one before, and none is good enough
      long extra = 20_000 / (1 + state.lines());
      EpochReport report =
          Epochs.of(
              state.lines(), 5_000L * state.lines(), 10, 20_000 + extra, 10_000, 10_000, 10_000);
      state = Resizer.decide(report, state, capped).state();
      most = Math.max(most, state.lines());
    }
    assertThat(most).isEqualTo(6);
    assertThat(state.givenUp()).isTrue();
  }

  @Test
  void valuesOutOfRange_areRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ResizerPolicy.of(1, 64));
    assertThatIllegalArgumentException().isThrownBy(() -> ResizerPolicy.of(Double.NaN, 64));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResizerPolicy.of(1.1, 1))
        .withMessageContaining("mostLines is 1, accepted: 2..");
    assertThatIllegalArgumentException().isThrownBy(() -> lines(1_025));
  }
}
