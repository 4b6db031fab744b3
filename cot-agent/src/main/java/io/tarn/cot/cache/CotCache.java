package io.tarn.cot.cache;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A small cache of the hottest keys (Cache-on-Track, Zakhary et al. 2020): it tracks more keys than
 * it keeps and admits a value only when its key is surely hotter than the coldest one kept.
 *
 * <p>Thread-safe: one lock guards the policy and is held for a look-up or a change of order, never
 * while a value is loaded or written. A hit allocates nothing. Keys need {@code equals} and {@code
 * hashCode} that do not change; they and values are not null.
 *
 * <p>A key that is missed by several threads at once is loaded once. An invalidation wins over a
 * load that began before it: the loaded value goes to those who were already waiting and is not
 * kept, and whoever asks later loads anew.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class CotCache<K, V> {

  private final ReentrantLock lock = new ReentrantLock();
  private final HotSet<K, V> hotSet;
  private final Map<K, Flight<V>> flights = new HashMap<>();
  private final Counters counters = new Counters();

  /** An empty cache. */
  public CotCache(CacheSettings settings) {
    this.hotSet = new HotSet<>(settings);
  }

  /**
   * The value of a key, loaded when it is not cached. Counts as a read.
   *
   * @param loader called without any lock held, by at most one thread for a key at a time; null
   *     means that there is no value, which is not cached
   * @return the value, null when the loader found none
   * @throws IllegalStateException when a loader asks for the key that it is loading
   * @throws RuntimeException what the loader threw, also to those who waited for the same load
   */
  public @Nullable V get(K key, Function<? super K, ? extends @Nullable V> loader) {
    Flight<V> flight;
    boolean mine = false;
    lock.lock();
    try {
      V cached = hotSet.read(key);
      counters.read(cached != null, hotSet.lastWasTrackedOnly());
      if (cached != null) {
        return cached;
      }
      flight = flights.get(key);
      if (flight == null) {
        flight = new Flight<>();
        flights.put(key, flight);
        mine = true;
      }
    } finally {
      lock.unlock();
    }
    return mine ? load(key, flight, loader) : flight.await();
  }

  /**
   * Writes a key behind the cache. Counts as an update; the value cached before is dropped, and
   * neither it nor a value loaded while the write ran is kept after this returns.
   *
   * @param write called without any lock held; when it throws, the value is dropped all the same
   */
  public void set(K key, Consumer<? super K> write) {
    lock.lock();
    try {
      counters.update();
      hotSet.update(key);
      flights.remove(key);
    } finally {
      lock.unlock();
    }
    try {
      write.accept(key);
    } finally {
      drop(key);
    }
  }

  /** Drops the value of a key that changed elsewhere; its hotness stays. */
  public void invalidate(K key) {
    lock.lock();
    try {
      counters.invalidation();
      hotSet.drop(key);
      flights.remove(key);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Drops the values of all keys that fit, for example those of a back end that left or came back.
   *
   * @param fits called with the lock held, so it must be quick and must not use this cache
   * @return how many were cached
   */
  public int invalidateIf(Predicate<? super K> fits) {
    lock.lock();
    try {
      int dropped = hotSet.dropIf(fits);
      counters.invalidations(dropped);
      flights.keySet().removeIf(fits);
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the size; the hottest keys and values stay.
   *
   * @param lines most keys with a value, 0..2^28
   * @param trackedKeys above lines, at most 2^29
   * @throws IllegalArgumentException when one is out of range
   */
  public void resize(int lines, int trackedKeys) {
    lock.lock();
    try {
      hotSet.resize(lines, trackedKeys);
    } finally {
      lock.unlock();
    }
  }

  /** Halves all hotness against accesses to come, so that a new hot set is followed sooner. */
  public void halveHotness() {
    lock.lock();
    try {
      hotSet.halve();
    } finally {
      lock.unlock();
    }
  }

  /** What happened since the cache was made. */
  public CacheStatistics statistics() {
    lock.lock();
    try {
      return counters.statistics(hotSet);
    } finally {
      lock.unlock();
    }
  }

  /** Ends an epoch: what happened since the last one ended. */
  public CacheEpoch endEpoch() {
    lock.lock();
    try {
      return counters.endEpoch(hotSet);
    } finally {
      lock.unlock();
    }
  }

  /** The keys that have a value now, in no order. */
  public List<K> cachedKeys() {
    lock.lock();
    try {
      return hotSet.cachedKeys();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable V load(
      K key, Flight<V> flight, Function<? super K, ? extends @Nullable V> loader) {
    V value;
    try {
      value = loader.apply(key);
    } catch (RuntimeException | Error e) {
      land(key, flight, null, true);
      flight.fail(e);
      throw e;
    }
    land(key, flight, value, false);
    flight.complete(value);
    return value;
  }

  private void land(K key, Flight<V> flight, @Nullable V value, boolean failed) {
    lock.lock();
    try {
      counters.load(failed);
      // the token is gone when the key was invalidated meanwhile
      if (flights.remove(key, flight) && value != null) {
        counters.admission(hotSet.admit(key, value));
      }
    } finally {
      lock.unlock();
    }
  }

  private void drop(K key) {
    lock.lock();
    try {
      hotSet.drop(key);
      flights.remove(key);
    } finally {
      lock.unlock();
    }
  }
}
