package io.tarn.scheduler.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolBookTest {

  private static final GrantId GRANT = new GrantId("a", 1);

  private final AtomicLong now = new AtomicLong(100);
  private final PoolBook book = new PoolBook(now::get);

  @BeforeEach
  void tell() {
    told(50);
  }

  @Test
  void pools_asked_areCountedAsTaken() {
    book.asking(GRANT, "p", 8);
    assertThat(free()).isEqualTo(42);
    book.forget(GRANT);
    assertThat(free()).isEqualTo(50);
  }

  @Test
  void told_whileAGrantIsUnanswered_keepsIt() {
    book.asking(GRANT, "p", 8);
    now.set(200);
    told(50);
    assertThat(free()).isEqualTo(42);
  }

  @Test
  void told_afterAGrantWasAnswered_countsItNoLonger() {
    book.asking(GRANT, "p", 8);
    now.set(200);
    book.granted(GRANT);
    // a reading that began before the answer may have missed the grant
    book.told(List.of(pool(50)), 150);
    assertThat(free()).isEqualTo(42);
    now.set(300);
    told(42);
    assertThat(free()).isEqualTo(42);
  }

  @Test
  void refused_bringsFreeDownUntilTheNextReading() {
    book.refused("p", 3);
    assertThat(free()).isEqualTo(3);
    book.refused("p", 60);
    assertThat(free()).isEqualTo(3);
    told(20);
    assertThat(free()).isEqualTo(20);
  }

  @Test
  void pools_moreAskedThanFree_isZero() {
    book.asking(GRANT, "p", 40);
    book.asking(new GrantId("b", 1), "p", 40);
    assertThat(free()).isZero();
  }

  @Test
  void age_neverTold_isNever() {
    assertThat(new PoolBook(now::get).age()).isEqualTo(HostBook.NEVER);
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(book.age()).isEqualTo(Duration.ofSeconds(2));
  }

  private void told(int freeGiB) {
    book.told(List.of(pool(freeGiB)), now.get());
  }

  private static PoolState pool(int freeGiB) {
    return new PoolState("p", 64, freeGiB, false, Set.of("h"));
  }

  private int free() {
    return Objects.requireNonNull(book.pools().get("p")).freeGiB();
  }
}
