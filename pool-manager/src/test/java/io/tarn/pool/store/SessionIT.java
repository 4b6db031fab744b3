package io.tarn.pool.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.pool.testing.Rig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class SessionIT {

  private final JdbcClient jdbc = Rig.shared().replica().part(JdbcClient.class);

  @ParameterizedTest
  @CsvSource({
    "current_user, tarn_pool",
    "current_schema, pool",
    "current_setting('lock_timeout'), 5s",
    "current_setting('idle_in_transaction_session_timeout'), 30s",
    "current_setting('synchronous_commit'), on"
  })
  void session_isBounded(String expression, String value) {
    assertThat(jdbc.sql("select " + expression).query(String.class).single()).isEqualTo(value);
  }
}
