package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The policy written down plainly: maps, searched in full, and old hotness that shrinks with each
 * access. Where several keys are equally cold the policy leaves the choice open; there it follows
 * the set under test, after checking that the choice was one of the coldest.
 */
final class NaiveHotSet {

  private static final double PRECISION = 1e-6;

  private static final class Entry {
    private double hotness;
    private double guaranteed;
    private boolean cached;
  }

  private final CacheSettings settings;
  private int lines;
  private int trackedKeys;
  private final Map<Integer, Entry> entries = new TreeMap<>();

  NaiveHotSet(CacheSettings settings) {
    this.settings = settings;
    this.lines = settings.lines();
    this.trackedKeys = settings.trackedKeys();
  }

  void read(int key, HotSet<Integer, Integer> tested) {
    touch(key, settings.readWeight(), tested);
  }

  void update(int key, HotSet<Integer, Integer> tested) {
    touch(key, -settings.updateWeight(), tested);
    drop(key);
  }

  void drop(int key) {
    Entry entry = entries.get(key);
    if (entry != null) {
      entry.cached = false;
    }
  }

  void halve() {
    entries.values().forEach(entry -> fade(entry, 0.5));
  }

  /** Whether the value of a key should have been taken; follows whom that cost the line. */
  boolean admit(int key, HotSet<Integer, Integer> tested) {
    Entry entry = entries.get(key);
    if (entry == null || lines == 0) {
      return false;
    }
    if (entry.cached) {
      return true;
    }
    if (cached().count() == lines) {
      double coldest = cached().mapToDouble(e -> e.guaranteed).min().orElseThrow();
      if (entry.guaranteed <= coldest + PRECISION) {
        // equal up to rounding: either answer is right, the set under test decides
        boolean taken = tested.cachedKeys().contains(key);
        assertThat(taken && entry.guaranteed < coldest - PRECISION).isFalse();
        if (!taken) {
          return false;
        }
      }
      uncacheMissing(tested, key);
    }
    entry.cached = true;
    return true;
  }

  void resize(int newLines, int newTracked, HotSet<Integer, Integer> tested) {
    lines = newLines;
    trackedKeys = newTracked;
    if (cached().count() > lines) {
      uncacheMissing(tested, -1);
    }
    while (entries.size() > trackedKeys) {
      forgetMissing(tested);
    }
  }

  /** Everything that must be the same in both, and what must always hold. */
  void check(HotSet<Integer, Integer> tested) {
    assertThat(tested.tracked()).isEqualTo(entries.size()).isLessThanOrEqualTo(trackedKeys);
    assertThat(tested.cached()).isEqualTo((int) cached().count()).isLessThanOrEqualTo(lines);
    Set<Integer> cached = new HashSet<>(tested.cachedKeys());
    assertThat(cached).hasSize(tested.cached());
    entries.forEach(
        (key, entry) -> {
          assertThat(tested.isTracked(key)).isTrue();
          assertThat(cached.contains(key)).isEqualTo(entry.cached);
          assertThat(tested.hotness(key)).isCloseTo(entry.hotness, within(PRECISION));
          assertThat(tested.guaranteed(key)).isCloseTo(entry.guaranteed, within(PRECISION));
          assertThat(entry.guaranteed).isLessThanOrEqualTo(entry.hotness + PRECISION);
        });
    assertThat(entries.keySet()).containsAll(cached);
  }

  private void touch(int key, double change, HotSet<Integer, Integer> tested) {
    Entry entry = entries.get(key);
    if (entry == null) {
      entry = new Entry();
      if (entries.size() == trackedKeys) {
        entry.hotness = Math.max(0, forgetMissing(tested));
      }
      entries.put(key, entry);
    }
    entry.hotness += change;
    entry.guaranteed += change;
    double halfLife = settings.decay().halfLife(lines);
    if (!Double.isInfinite(halfLife)) {
      entries.values().forEach(e -> fade(e, Math.pow(0.5, 1 / halfLife)));
    }
  }

  /** Forgets a key that the set under test no longer tracks; returns its hotness. */
  private double forgetMissing(HotSet<Integer, Integer> tested) {
    double coldest =
        entries.values().stream()
            .filter(e -> !e.cached)
            .mapToDouble(e -> e.hotness)
            .min()
            .orElseThrow();
    Map<Integer, Entry> gone = new HashMap<>(entries);
    gone.keySet().removeIf(tested::isTracked);
    assertThat(gone).isNotEmpty();
    // of several that went the coldest went first
    Map.Entry<Integer, Entry> first =
        gone.entrySet().stream()
            .min((a, b) -> Double.compare(a.getValue().hotness, b.getValue().hotness))
            .orElseThrow();
    assertThat(first.getValue().cached).isFalse();
    assertThat(first.getValue().hotness).isCloseTo(coldest, within(PRECISION));
    entries.remove(first.getKey());
    return first.getValue().hotness;
  }

  /** Takes their values from keys that lost them in the set under test: they were the coldest. */
  private void uncacheMissing(HotSet<Integer, Integer> tested, int except) {
    Set<Integer> kept = new HashSet<>(tested.cachedKeys());
    double coldestKept =
        entries.entrySet().stream()
            .filter(e -> e.getValue().cached && kept.contains(e.getKey()))
            .filter(e -> e.getKey() != except)
            .mapToDouble(e -> e.getValue().guaranteed)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    entries.forEach(
        (key, entry) -> {
          if (entry.cached && !kept.contains(key)) {
            assertThat(entry.guaranteed).isLessThanOrEqualTo(coldestKept + PRECISION);
            entry.cached = false;
          }
        });
  }

  private Stream<Entry> cached() {
    return entries.values().stream().filter(entry -> entry.cached);
  }

  private static void fade(Entry entry, double factor) {
    entry.hotness *= factor;
    entry.guaranteed *= factor;
  }
}
