package io.tarn.cot.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class HitAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int HITS = 100_000;

  private final CotCache<String, String> cache = new CotCache<>(CacheSettings.ofLines(16));
  private final String[] keys = {"a", "b", "c", "d"};

  @Test
  void hit_allocatesNothing() {
    readAll();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    readAll();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(cache.statistics().hits()).isEqualTo(2L * HITS - keys.length);
    // a byte for each hit would be far more; the counter itself and the compiler take a little
    assertThat(allocated).isLessThan(HITS / 10);
  }

  private void readAll() {
    for (int i = 0; i < HITS; i++) {
      cache.get(keys[i % keys.length], HitAllocationTest::load);
    }
  }

  private static String load(String key) {
    return key;
  }
}
