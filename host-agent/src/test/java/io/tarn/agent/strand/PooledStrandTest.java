package io.tarn.agent.strand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PooledStrandTest {

  private final ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(4);
  private final PooledStrand strand = new PooledStrand(pool, Clock.systemUTC());

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @Test
  void execute_fromManyThreads_runsOneStepAtATime() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 2_000; i++) {
      pool.execute(
          () ->
              strand.execute(
                  () -> {
                    overlaps.addAndGet(inside.getAndIncrement());
                    inside.decrementAndGet();
                    done.incrementAndGet();
                  }));
    }
    await().until(() -> done.get() == 2_000);
    assertThat(overlaps).hasValue(0);
  }

  @Test
  void execute_inOrder_alsoAfterAStepThatFails() {
    List<Integer> seen = new ArrayList<>();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      int number = i;
      strand.execute(
          () -> {
            done.incrementAndGet();
            if (number == 50) {
              throw new IllegalStateException("on purpose");
            }
            seen.add(number);
          });
    }
    await().until(() -> done.get() == 100);
    strand.execute(done::incrementAndGet);
    await().until(() -> done.get() == 101);
    assertThat(seen)
        .isEqualTo(IntStream.range(0, 100).filter(number -> number != 50).boxed().toList());
  }

  @Test
  void after_runsOnceTheDelayHasPassed() {
    AtomicInteger done = new AtomicInteger();
    long before = System.nanoTime();
    strand.after(Duration.ofMillis(30), done::incrementAndGet);
    await().until(() -> done.get() == 1);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(30_000_000L);
  }
}
