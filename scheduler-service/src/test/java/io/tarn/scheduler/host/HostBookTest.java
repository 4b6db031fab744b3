package io.tarn.scheduler.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.placement.HostSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostBookTest {

  private final AtomicLong now = new AtomicLong();
  private final HostBook book = new HostBook(now::get);

  @Test
  void apply_inAnyOrder_keepsTheNewest() {
    book.apply(state("h", 3, 2));
    book.apply(state("h", 1, 1));
    assertThat(book.hosts()).containsExactly(state("h", 3, 2));
    book.apply(state("h", 0, 3));
    assertThat(book.hosts()).containsExactly(state("h", 0, 3));
  }

  @Test
  void rebuild_givesWhatTheLivePathGave() {
    HostBook live = new HostBook(now::get);
    for (int revision = 1; revision <= 5; revision++) {
      live.apply(state("a", revision, revision));
      live.apply(state("b", 10 - revision, revision));
    }
    book.rebuild(List.of(state("b", 5, 5), state("a", 5, 5)), 0);
    assertThat(book.hosts()).isEqualTo(live.hosts());
  }

  @Test
  void rebuild_olderThanACommit_doesNotUndoIt() {
    book.apply(state("h", 7, 9));
    book.rebuild(List.of(state("h", 6, 8), state("i", 0, 1)), 0);
    assertThat(book.hosts()).containsExactly(state("h", 7, 9), state("i", 0, 1));
  }

  @Test
  void age_isSinceTheReadingBegan() {
    assertThat(book.age()).isEqualTo(HostBook.NEVER);
    book.rebuild(List.of(), now.get());
    now.addAndGet(Duration.ofMillis(250).toNanos());
    book.apply(state("h", 1, 1));
    assertThat(book.age()).isEqualTo(Duration.ofMillis(250));
  }

  private static HostState state(String hostId, int usedVcpus, long revision) {
    return new HostState(
        hostId,
        new HostSpec(16, 65536, 0, 0, null, List.of(), Map.of()),
        false,
        usedVcpus,
        0,
        1,
        revision);
  }
}
