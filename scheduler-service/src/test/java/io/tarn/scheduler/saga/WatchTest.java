package io.tarn.scheduler.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchTest {

  private final AtomicLong now = new AtomicLong();
  private final Watch watch = new Watch(now::get, Runnable::run);

  @Test
  void attend_enough_endsTheWait() {
    CompletableFuture<Void> wait = until("a", Duration.ofSeconds(1));
    watch.attend(names -> Map.of("a", Phase.PLACED));
    assertThat(wait).isNotDone();
    watch.attend(names -> Map.of("a", Phase.READY));
    assertThat(wait).isCompleted();
  }

  @Test
  void attend_timeIsUp_endsTheWait() {
    CompletableFuture<Void> wait = until("a", Duration.ofSeconds(1));
    now.set(Duration.ofSeconds(1).toNanos() - 1);
    watch.attend(names -> Map.of("a", Phase.PLACED));
    assertThat(wait).isNotDone();
    now.incrementAndGet();
    watch.attend(names -> Map.of("a", Phase.PLACED));
    assertThat(wait).isCompleted();
  }

  @Test
  void attend_looksOnceForAll_andNotWithoutWaiters() {
    List<Collection<String>> looks = new ArrayList<>();
    watch.attend(
        names -> {
          looks.add(names);
          return Map.of();
        });
    assertThat(looks).isEmpty();
    CompletableFuture<Void> first = until("a", Duration.ofSeconds(1));
    CompletableFuture<Void> second = until("a", Duration.ofSeconds(1));
    CompletableFuture<Void> other = until("b", Duration.ofSeconds(1));
    watch.attend(
        names -> {
          looks.add(names);
          return Map.of("a", Phase.READY, "b", Phase.PENDING);
        });
    assertThat(looks).hasSize(1);
    assertThat(looks.get(0)).containsExactlyInAnyOrder("a", "b");
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(other).isNotDone();
  }

  private CompletableFuture<Void> until(String vmId, Duration patience) {
    return watch.until(vmId, phase -> phase == Phase.READY, patience);
  }
}
