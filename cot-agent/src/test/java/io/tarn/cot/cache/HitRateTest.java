package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tarn.cot.load.Zipf;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Share of hits on Zipf keys, a million of them, against the perfect cache, which holds the top C
 * all along (TPC). The streams are shorter than the ten million accesses of the published tables,
 * so the time until the cache is full of the right keys weighs more: that is in the tolerances.
 */
class HitRateTest {

  private static final int KEYS = 1_000_000;
  private static final int ACCESSES = 1_000_000;
  private static final long SEED = 20_200_615;

  private static final Map<Double, Zipf> ZIPF = new ConcurrentHashMap<>();

  // perfect: sum of the first C terms of 1/r^s over the sum of a million, in percent
  @ParameterizedTest
  @CsvSource({
    "0.90,   8,  9.73, 0.2",
    "0.90,  64, 18.89, 0.3",
    "0.90, 512, 30.39, 1.3",
    "0.99,   8, 17.80, 0.2",
    "0.99,  64, 31.39, 0.3",
    "0.99, 512, 45.57, 1.2",
    "1.20,   8, 44.22, 0.2",
    "1.20,  64, 64.79, 0.3",
    "1.20, 512, 78.77, 0.8"
  })
  void stationaryKeys_areHitAlmostAsByThePerfectCache(
      double skew, int lines, double perfect, double tolerance) {
    assertThat(100 * zipf(skew).shareOfFirst(lines)).isCloseTo(perfect, within(0.005));
    double hits = percent(CacheSettings.ofLines(lines), skew, 0);
    // above the perfect cache only by the luck of the draw, about 3 deviations
    assertThat(hits).isBetween(perfect - tolerance, perfect + 0.15);
  }

  @Test
  void movingHotSet_isFollowedWithDecayOnly() {
    CacheSettings decaying = CacheSettings.ofLines(512);
    CacheSettings faithful = new CacheSettings(512, 4_096, 1, 1, Decay.NONE);
    // other hot keys every 250,000 accesses, three times
    assertThat(percent(decaying, 0.99, 250_000)).isBetween(41.0, 45.57);
    assertThat(percent(faithful, 0.99, 250_000)).isLessThan(38);
  }

  private static double percent(CacheSettings settings, double skew, int movesEvery) {
    Zipf zipf = zipf(skew);
    HotSet<Integer, Integer> set = new HotSet<>(settings);
    SplittableRandom random = new SplittableRandom(SEED);
    int hits = 0;
    for (int i = 0; i < ACCESSES; i++) {
      int moved = movesEvery == 0 ? 0 : i / movesEvery * 100_003;
      Integer key = (zipf.rank(random.nextDouble()) + moved) % KEYS;
      if (set.read(key) != null) {
        hits++;
      } else {
        set.admit(key, key);
      }
    }
    return 100.0 * hits / ACCESSES;
  }

  private static Zipf zipf(double skew) {
    return ZIPF.computeIfAbsent(skew, s -> Zipf.of(KEYS, s));
  }
}
