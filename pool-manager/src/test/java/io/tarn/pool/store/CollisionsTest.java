package io.tarn.pool.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tarn.pool.ledger.StaleViewException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollisionsTest {

  private final Collisions collisions = new Collisions(3, Duration.ofNanos(400), new Random(1));
  private final AtomicInteger runs = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03"})
  void collision_isRunAgain(String state) {
    assertThat(collisions.retried(() -> failTwice(failure(state)))).isEqualTo("third");
  }

  @Test
  void oldView_isRunAgain() {
    assertThat(collisions.retried(() -> failTwice(new StaleViewException("host"))))
        .isEqualTo("third");
  }

  @Test
  void endlessCollision_isGivenUp() {
    assertThatIllegalStateException()
        .isThrownBy(() -> collisions.retried(() -> fail(failure("40P01"))));
    assertThat(runs).hasValue(3);
  }

  @Test
  void otherFailure_isNotRunAgain() {
    assertThatIllegalStateException()
        .isThrownBy(() -> collisions.retried(() -> fail(failure("23514"))));
    assertThat(runs).hasValue(1);
  }

  @Test
  void failureWithoutAState_isThrownAsItIs() {
    IllegalStateException lost =
        new IllegalStateException(new SQLException("the connection was lost"));
    assertThatIllegalStateException()
        .isThrownBy(() -> collisions.retried(() -> fail(lost)))
        .isSameAs(lost);
    assertThat(runs).hasValue(1);
  }

  @Test
  void interrupt_endsThePauses() {
    Collisions slow = new Collisions(3, Duration.ofHours(1), new Random(1));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(StaleViewException.class)
        .isThrownBy(() -> slow.retried(() -> fail(new StaleViewException("host"))));
    assertThat(Thread.interrupted()).isTrue();
  }

  private String failTwice(RuntimeException failure) {
    return runs.incrementAndGet() < 3 ? thrown(failure) : "third";
  }

  private String fail(RuntimeException failure) {
    runs.incrementAndGet();
    return thrown(failure);
  }

  private static String thrown(RuntimeException failure) {
    throw failure;
  }

  private static RuntimeException failure(String state) {
    return new IllegalStateException("wrapped", new SQLException("the database says", state));
  }
}
