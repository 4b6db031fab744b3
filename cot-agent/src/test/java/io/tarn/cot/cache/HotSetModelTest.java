package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Random operations on the set and on the plain model of it. */
class HotSetModelTest {

  private static final List<Decay> DECAYS =
      List.of(Decay.NONE, new Decay(2, 10), new Decay(0.001, 1));

  @Provide
  Arbitrary<CacheSettings> settings() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 8),
            Arbitraries.integers().between(1, 12),
            Arbitraries.of(1.0, 2.5),
            Arbitraries.of(0.0, 1.0, 3.0),
            Arbitraries.of(DECAYS))
        .as(
            (lines, more, read, update, decay) ->
                new CacheSettings(lines, lines + more, read, update, decay));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void anyOperations_leaveBothAlike(@ForAll("settings") CacheSettings settings, @ForAll long seed) {
    HotSet<Integer, Integer> tested = new HotSet<>(settings);
    NaiveHotSet model = new NaiveHotSet(settings);
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < 300; step++) {
      step(tested, model, random);
      model.check(tested);
    }
  }

  private static void step(
      HotSet<Integer, Integer> tested, NaiveHotSet model, SplittableRandom random) {
    // the square makes small keys hot
    int key = random.nextInt(6) * random.nextInt(6);
    switch (random.nextInt(20)) {
      case 0 -> {
        tested.update(key);
        model.update(key, tested);
      }
      case 1 -> {
        tested.drop(key);
        model.drop(key);
      }
      case 2 -> {
        tested.halve();
        model.halve();
      }
      case 3 -> {
        int lines = random.nextInt(9);
        int tracked = lines + 1 + random.nextInt(12);
        tested.resize(lines, tracked);
        model.resize(lines, tracked, tested);
      }
      default -> {
        boolean hit = tested.read(key) != null;
        model.read(key, tested);
        if (!hit) {
          boolean taken = tested.admit(key, key);
          assertThat(taken).isEqualTo(model.admit(key, tested));
        }
      }
    }
  }
}
