package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HotSetTest {

  private static HotSet<String, Integer> undecayed(int lines, int tracked) {
    return new HotSet<>(new CacheSettings(lines, tracked, 1, 1, Decay.NONE));
  }

  private static void read(HotSet<String, Integer> set, String key, int times) {
    for (int i = 0; i < times; i++) {
      set.read(key);
    }
  }

  @Test
  void newKey_takesOverTheColdestAndItsHotness() {
    HotSet<String, Integer> set = undecayed(0, 2);
    read(set, "a", 5);
    read(set, "b", 3);
    read(set, "c", 1);
    assertThat(set.isTracked("b")).isFalse();
    assertThat(set.hotness("c")).isEqualTo(4);
    assertThat(set.guaranteed("c")).isEqualTo(1);
    assertThat(set.guaranteed("a")).isEqualTo(5);
  }

  @Test
  void inheritedHotness_admitsNothing() {
    HotSet<String, Integer> set = undecayed(1, 2);
    read(set, "a", 2);
    assertThat(set.admit("a", 1)).isTrue();
    read(set, "b", 9);
    read(set, "c", 1);
    // hotness 10, but only one read of its own against two of "a"
    assertThat(set.hotness("c")).isEqualTo(10);
    assertThat(set.admit("c", 3)).isFalse();
    read(set, "c", 1);
    assertThat(set.admit("c", 3)).as("as hot is not hotter").isFalse();
    read(set, "c", 1);
    assertThat(set.admit("c", 3)).isTrue();
    assertThat(set.cachedKeys()).containsExactly("c");
    assertThat(set.isTracked("a")).as("it lost its value, not its place").isTrue();
  }

  @Test
  void cachedKey_isNeverReplaced() {
    HotSet<String, Integer> set = undecayed(1, 2);
    set.read("a");
    set.admit("a", 1);
    for (int i = 0; i < 100; i++) {
      set.read("other" + i);
    }
    assertThat(set.read("a")).isEqualTo(1);
  }

  @Test
  void update_coolsAndDropsTheValue() {
    HotSet<String, Integer> set = new HotSet<>(new CacheSettings(1, 4, 1, 2.5, Decay.NONE));
    read(set, "a", 3);
    set.admit("a", 1);
    set.update("a");
    assertThat(set.hotness("a")).isEqualTo(0.5);
    assertThat(set.cached()).isZero();
  }

  @Test
  void keyColderThanUnknown_passesNoColdOn() {
    HotSet<String, Integer> set = undecayed(0, 1);
    set.update("a");
    set.read("b");
    assertThat(set.hotness("b")).isEqualTo(1);
    assertThat(set.guaranteed("b")).isEqualTo(1);
  }

  @Test
  void readsOnly_hotnessAddsUpToTheReads() {
    HotSet<String, Integer> set = undecayed(2, 8);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      String key = "k" + random.nextInt(5) * random.nextInt(9);
      if (set.read(key) == null) {
        set.admit(key, i);
      }
    }
    double sum = 0;
    for (int i = 0; i <= 32; i++) {
      sum += set.isTracked("k" + i) ? set.hotness("k" + i) : 0;
    }
    // space-saving: nothing is lost when a key is replaced (Metwally et al. 2005, lemma 3.1)
    assertThat(sum).isEqualTo(1_000);
  }

  @Test
  void halfLife_halvesInSoManyAccesses() {
    HotSet<String, Integer> set = new HotSet<>(new CacheSettings(1, 4, 1, 1, new Decay(10, 100)));
    read(set, "a", 1);
    assertThat(set.hotness("a")).isCloseTo(Math.pow(0.5, 0.01), within(1e-12));
    read(set, "b", 99);
    assertThat(set.hotness("a")).isCloseTo(0.5, within(1e-12));
    set.halve();
    assertThat(set.hotness("a")).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void decay_outlastsTheRangeOfNumbers() {
    HotSet<String, Integer> set = new HotSet<>(new CacheSettings(1, 4, 1, 1, new Decay(1, 1)));
    // a half-life of one access: 3,000 of them would be a weight of 2^3000
    read(set, "a", 3_000);
    assertThat(set.hotness("a")).isCloseTo(1, within(1e-9));
    read(set, "b", 3_000);
    assertThat(set.hotness("b")).isCloseTo(1, within(1e-9));
    assertThat(set.hotness("a")).isCloseTo(0, within(1e-9));
  }

  @Test
  void resize_keepsTheHottest() {
    HotSet<String, Integer> set = undecayed(4, 8);
    for (int i = 1; i <= 8; i++) {
      read(set, "k" + i, i);
      set.admit("k" + i, i);
    }
    assertThat(set.cachedKeys()).containsExactlyInAnyOrder("k5", "k6", "k7", "k8");
    set.resize(2, 5);
    assertThat(set.cachedKeys()).containsExactlyInAnyOrder("k7", "k8");
    assertThat(set.tracked()).isEqualTo(5);
    assertThat(set.isTracked("k4")).isTrue();
    assertThat(set.isTracked("k3")).isFalse();
    set.resize(4, 64);
    assertThat(set.read("k8")).isEqualTo(8);
    assertThat(set.hotness("k7")).isEqualTo(7);
    assertThat(set.trackedKeys()).isEqualTo(64);
    assertThat(set.lines()).isEqualTo(4);
    set.resize(0, 1);
    assertThat(set.cached()).isZero();
    assertThat(set.isTracked("k8")).isTrue();
  }

  @Test
  void hotReads_areThoseOfTheHottestWithoutValue() {
    HotSet<String, Integer> set = undecayed(1, 8);
    read(set, "cached", 9);
    set.admit("cached", 1);
    set.takeHotReads(2);
    read(set, "a", 5);
    read(set, "b", 4);
    read(set, "c", 3);
    read(set, "cached", 7);
    // a key counts from its second read on, with the first it was not tracked yet
    assertThat(set.takeHotReads(2)).isEqualTo(4 + 3);
    assertThat(set.takeHotReads(2)).isZero();
    read(set, "c", 10);
    assertThat(set.takeHotReads(1)).isEqualTo(10);
  }
}
