package io.tarn.chassis.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.Crowd;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.db.ServiceSchema;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JdbcInboxIT {

  private static TestJdbc jdbc;
  private static Inbox inbox;

  @BeforeAll
  static void open() {
    jdbc = new TestJdbc(TestDatabase.fresh(), ServiceSchema.SCHEDULER);
    inbox = new JdbcInbox(jdbc.client());
  }

  @AfterAll
  static void close() {
    jdbc.close();
  }

  @Test
  void repeatsAndOlderOnes_areDropped() {
    assertThat(accept("t", "k", 1)).isTrue();
    assertThat(accept("t", "k", 1)).isFalse();
    assertThat(accept("t", "k", 2)).isTrue();
    assertThat(accept("t", "k", 1)).isFalse();
    assertThat(accept("t", "k", 7)).as("what is missing is not waited for").isTrue();
    assertThat(accept("t", "k", 6)).isFalse();
    assertThat(accept("t", "other", 1)).isTrue();
    assertThat(accept("u", "k", 1)).isTrue();
  }

  @Test
  void rolledBack_isNotConsumed() {
    jdbc.transactions()
        .executeWithoutResult(
            status -> {
              assertThat(inbox.accept("rollback", "k", 1)).isTrue();
              status.setRollbackOnly();
            });
    assertThat(accept("rollback", "k", 1)).isTrue();
  }

  @Test
  void sameEventAtOnce_isConsumedOnce() throws Exception {
    for (int i = 1; i <= 5; i++) {
      long sequence = i;
      assertThat(Crowd.run(8, worker -> accept("race", "k", sequence)))
          .containsOnlyOnce(true)
          .hasSize(8);
    }
  }

  @Test
  void outsideTransaction_isRefused() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> inbox.accept("t", "k", 9));
  }

  private static boolean accept(String topic, String key, long sequence) {
    return Objects.requireNonNull(
        jdbc.transactions().execute(status -> inbox.accept(topic, key, sequence)));
  }
}
