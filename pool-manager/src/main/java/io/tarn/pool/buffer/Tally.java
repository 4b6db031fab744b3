package io.tarn.pool.buffer;

import io.tarn.pool.buffer.BufferStore.Granted;
import io.tarn.pool.buffer.BufferStore.Refused;
import io.tarn.pool.buffer.BufferStore.Released;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What was asked for and released in one pool over the look-back, by second. What was refused for
 * want of free slices was asked for as well: a pool that refuses needs no less. Not thread-safe.
 */
final class Tally {

  private final NavigableMap<Long, Second> seconds = new TreeMap<>();
  private final NavigableMap<Integer, Long> sizes = new TreeMap<>();
  private final NavigableMap<Long, Long> times = new TreeMap<>();
  private long released;

  void add(Granted granted) {
    second(granted.second()).add(granted);
    count(sizes, granted.sizeGiB(), granted.grants());
  }

  void add(Refused refused) {
    second(refused.second()).add(refused);
    count(sizes, refused.sizeGiB(), refused.grants());
  }

  void add(Released one) {
    second(one.second()).add(one);
    count(times, one.tookMillis(), one.releases());
    released += one.releases();
  }

  private Second second(long number) {
    return seconds.computeIfAbsent(number, key -> new Second());
  }

  /** Forgets what was before a second. */
  void forgetBefore(long second) {
    NavigableMap<Long, Second> old = seconds.headMap(second, false);
    for (Second one : old.values()) {
      one.asked.forEach((size, grants) -> count(sizes, size, -grants));
      one.released.forEach(release -> count(times, release.tookMillis(), -release.releases()));
      released -= one.releases;
    }
    old.clear();
  }

  /** How often each size was asked for. */
  Map<Integer, Long> sizes() {
    return Collections.unmodifiableMap(sizes);
  }

  /** The largest grant that was asked for, 0 when there was none. */
  int largestGiB() {
    return sizes.isEmpty() ? 0 : sizes.lastKey();
  }

  /** What happened from a second on. */
  Sum since(long second) {
    long grants = 0;
    long asked = 0;
    long granted = 0;
    long back = 0;
    for (Second one : seconds.tailMap(second, true).values()) {
      grants += one.grants;
      asked += one.askedGiB;
      granted += one.grantedGiB;
      back += one.releasedGiB;
    }
    return new Sum(grants, asked, granted, back);
  }

  /** How many releases there were. */
  long released() {
    return released;
  }

  /**
   * So many milliseconds are not exceeded by a share of the releases; empty without any.
   *
   * @param share above 0, at most 1
   */
  OptionalLong releaseMillis(double share) {
    long enough = (long) Math.ceil(share * released);
    long seen = 0;
    for (Map.Entry<Long, Long> time : times.entrySet()) {
      seen += time.getValue();
      if (seen >= enough) {
        return OptionalLong.of(time.getKey());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The most that was asked for within any stretch of so many seconds.
   *
   * @param length in seconds, 1 or more
   */
  long mostWithin(long length) {
    long most = 0;
    long within = 0;
    // the stretch ends with each second in which something happened, and loses what fell out of it
    Iterator<Map.Entry<Long, Second>> oldest = seconds.entrySet().iterator();
    Map.Entry<Long, Second> first = oldest.hasNext() ? oldest.next() : null;
    for (Map.Entry<Long, Second> last : seconds.entrySet()) {
      within += last.getValue().askedGiB;
      while (first != null && first.getKey() <= last.getKey() - length) {
        within -= first.getValue().askedGiB;
        first = oldest.hasNext() ? oldest.next() : null;
      }
      most = Math.max(most, within);
    }
    return most;
  }

  private static <K extends Comparable<K>> void count(Map<K, Long> counts, K key, long more) {
    long now = counts.merge(key, more, Long::sum);
    if (now == 0) {
      counts.remove(key);
    }
  }

  /**
   * What happened in a stretch of time.
   *
   * @param grants how many were asked for
   * @param askedGiB all of them together
   * @param grantedGiB what was given of it
   * @param releasedGiB what came back
   */
  record Sum(long grants, long askedGiB, long grantedGiB, long releasedGiB) {}

  private static final class Second {

    private final Map<Integer, Long> asked = new TreeMap<>();
    private final List<Released> released = new ArrayList<>(1);
    private long grants;
    private long askedGiB;
    private long grantedGiB;
    private long releases;
    private long releasedGiB;

    void add(Granted one) {
      ask(one.sizeGiB(), one.grants());
      grantedGiB += one.grants() * one.sizeGiB();
    }

    void add(Refused one) {
      ask(one.sizeGiB(), one.grants());
    }

    private void ask(int sizeGiB, long howMany) {
      asked.merge(sizeGiB, howMany, Long::sum);
      grants += howMany;
      askedGiB += howMany * sizeGiB;
    }

    void add(Released one) {
      released.add(one);
      releases += one.releases();
      releasedGiB += one.sizeGiB();
    }
  }
}
