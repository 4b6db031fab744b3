package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads read, write and invalidate a few keys at once. A write is done when {@code set} returned;
 * from then on no read may return an older version: what was invalidated never comes back.
 */
class InvalidationRaceTest {

  private static final int KEYS = 6;
  private static final int STEPS = 60_000;

  private final AtomicLongArray stored = new AtomicLongArray(KEYS);
  private final AtomicLongArray acknowledged = new AtomicLongArray(KEYS);
  private final CotCache<Integer, Long> cache =
      new CotCache<>(new CacheSettings(3, 5, 1, 1, Decay.DEFAULT));

  @Test
  @Timeout(60)
  void invalidatedValue_isNeverReturned() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Long>> work = new ArrayList<>();
      // a key has one writer, so that its versions rise in the order of the writes
      work.add(() -> act(1, 0));
      work.add(() -> act(2, 1));
      work.add(() -> act(3, 2));
      work.add(() -> act(4, -1));
      long stale = 0;
      for (Future<Long> result : threads.invokeAll(work)) {
        stale += result.get();
      }
      assertThat(stale).isZero();
      assertThat(cache.statistics().hits()).as("the cache took part").isGreaterThan(STEPS / 10);
    } finally {
      threads.shutdownNow();
    }
  }

  private long act(long seed, int writer) {
    SplittableRandom random = new SplittableRandom(seed);
    long stale = 0;
    for (int step = 0; step < STEPS; step++) {
      int key = random.nextInt(KEYS);
      int chance = random.nextInt(200);
      if (chance < 10 && key % 3 == writer) {
        long version = acknowledged.get(key) + 1;
        cache.set(key, k -> stored.set(k, version));
        acknowledged.set(key, version);
      } else if (chance == 10) {
        cache.resize(random.nextInt(5), 5 + random.nextInt(3));
      } else {
        long least = acknowledged.get(key);
        Long read = cache.get(key, this::load);
        if (read == null || read < least) {
          stale++;
        }
      }
    }
    return stale;
  }

  private Long load(Integer key) {
    long version = stored.get(key);
    // waits for the lock, so that others get in between
    cache.cachedKeys();
    return version;
  }
}
