package io.tarn.cot.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tracked keys with their hotness, the hottest of them with a value. Not thread-safe; decides
 * what {@link CotCache} keeps.
 *
 * <p>Tracking is space-saving (Metwally et al., ICDT 2005): when all slots are taken, a new key
 * replaces the coldest key without a value and inherits its hotness as the benefit of the doubt.
 * What was inherited is the error of a key, hotness less the error is guaranteed. A key with a
 * value is never replaced, so it is always tracked.
 *
 * <p>Hotness fades by forward decay (Cormode et al., ICDE 2009): not the old counts shrink, the
 * weight of an access grows, which keeps every order as it is. Keys live in slots of arrays: a hit
 * allocates nothing.
 */
final class HotSet<K, V> {

  /** Past this weight of an access, hotness and weight are scaled down together. */
  private static final double HEAVIEST = 0x1p256;

  private final double readWeight;
  private final double updateWeight;
  private final Decay decay;
  private double weight = 1;
  private double growth;
  private int lines;
  private Slots<K> slots;
  private long evictions;
  private boolean lastWasTrackedOnly;

  HotSet(CacheSettings settings) {
    this.readWeight = settings.readWeight();
    this.updateWeight = settings.updateWeight();
    this.decay = settings.decay();
    this.lines = settings.lines();
    this.growth = decay.growth(lines);
    this.slots = new Slots<>(lines, settings.trackedKeys());
  }

  /** Counts a read; the value of the key, null when it has none. */
  @Nullable V read(K key) {
    int slot = touch(key, readWeight);
    return value(slot);
  }

  /** Counts an update; the key has no value after it. */
  void update(K key) {
    drop(touch(key, -updateWeight));
  }

  /**
   * Offers the value of a key that was just read: taken when a line is free, or when the key's
   * guaranteed hotness exceeds that of the coldest key with a value, which then goes.
   *
   * @return whether the value was taken
   */
  boolean admit(K key, V value) {
    int slot = slots.find(key);
    if (slot < 0 || lines == 0) {
      return false;
    }
    if (!slots.isCached(slot)) {
      if (slots.cached() == lines) {
        int coldest = slots.coldestCached();
        if (!(slots.guaranteed(slot) > slots.guaranteed(coldest))) {
          return false;
        }
        drop(coldest);
        evictions++;
      }
      slots.cache(slot);
    }
    slots.setValue(slot, value);
    return true;
  }

  /** Takes the value from a key, if it has one; its hotness stays. */
  void drop(K key) {
    int slot = slots.find(key);
    if (slot >= 0) {
      drop(slot);
    }
  }

  /** Takes the value from every key that fits; how many had one. */
  int dropIf(Predicate<? super K> fits) {
    int dropped = 0;
    for (K key : cachedKeys()) {
      if (fits.test(key)) {
        drop(key);
        dropped++;
      }
    }
    return dropped;
  }

  /** Halves the hotness of every key against that of accesses to come. */
  void halve() {
    weight *= 2;
    keepInRange();
  }

  /** Goes to another size and keeps the hottest keys and values. */
  void resize(int newLines, int newTracked) {
    CacheSettings.checkSize(newLines, newTracked);
    while (slots.cached() > newLines) {
      drop(slots.coldestCached());
      evictions++;
    }
    while (slots.size() > newTracked) {
      slots.remove(slots.coldestUncached());
    }
    slots = slots.copy(newLines, newTracked);
    lines = newLines;
    growth = decay.growth(lines);
  }

  int lines() {
    return lines;
  }

  int trackedKeys() {
    return slots.capacity();
  }

  int cached() {
    return slots.cached();
  }

  int tracked() {
    return slots.size();
  }

  /** Values that went because another key was hotter or the cache shrank. */
  long evictions() {
    return evictions;
  }

  /** Keys with a value, in no order. */
  List<K> cachedKeys() {
    List<K> keys = new ArrayList<>(slots.cached());
    slots.forEachCached(slot -> keys.add(slots.key(slot)));
    return keys;
  }

  /** Whether a key is tracked. */
  boolean isTracked(K key) {
    return slots.find(key) >= 0;
  }

  /** Hotness of a tracked key in reads of now. */
  double hotness(K key) {
    return slots.hotness(slots.find(key)) / weight;
  }

  /** The part of a tracked key's hotness that it did not inherit, in reads of now. */
  double guaranteed(K key) {
    return slots.guaranteed(slots.find(key)) / weight;
  }

  /** Reads that hit the {@code most} hottest keys without a value since the last call. */
  long takeHotReads(int most) {
    return slots.takeHotReads(most);
  }

  /** Whether the key of the last read or update was tracked before it and had no value. */
  boolean lastWasTrackedOnly() {
    return lastWasTrackedOnly;
  }

  private int touch(K key, double signedWeight) {
    int slot = slots.find(key);
    lastWasTrackedOnly = slot >= 0 && !slots.isCached(slot);
    if (slot < 0) {
      slot = slots.takeOver(key);
    }
    slots.add(slot, signedWeight * weight);
    if (lastWasTrackedOnly && signedWeight > 0) {
      slots.countRead(slot);
    }
    weight *= growth;
    keepInRange();
    return slot;
  }

  private void keepInRange() {
    if (weight > HEAVIEST) {
      slots.scale(1 / HEAVIEST);
      weight /= HEAVIEST;
    }
  }

  @SuppressWarnings("unchecked")
  private @Nullable V value(int slot) {
    return (V) slots.value(slot);
  }

  private void drop(int slot) {
    if (slots.isCached(slot)) {
      slots.uncache(slot);
    }
  }
}
