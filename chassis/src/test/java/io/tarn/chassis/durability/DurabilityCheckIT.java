package io.tarn.chassis.durability;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class DurabilityCheckIT {

  @Test
  void durableServer_passes() {
    JdbcClient service = JdbcClient.create(TestDatabase.fresh().as(ServiceSchema.POOL));
    assertThatCode(() -> new DurabilityCheck(service).afterPropertiesSet())
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"off, on, fsync", "on, off, full_page_writes"})
  void serverThatMayForget_isRefusedByName(String fsync, String pages, String named)
      throws IOException {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("fsync", fsync)
            .setServerConfig("full_page_writes", pages)
            .start()) {
      JdbcClient service = JdbcClient.create(server.getPostgresDatabase());
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new DurabilityCheck(service).afterPropertiesSet())
          .withMessageStartingWith("PostgreSQL's " + named + " is off, accepted: on");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "local", "remote_write"})
  void roleThatMayForget_isRefused(String value) {
    TestDatabase database = TestDatabase.fresh();
    JdbcClient administrator = JdbcClient.create(database.asAdministrator());
    administrator.sql("alter role tarn_pool set synchronous_commit = " + value).update();
    try {
      JdbcClient service = JdbcClient.create(database.as(ServiceSchema.POOL));
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new DurabilityCheck(service).afterPropertiesSet())
          .withMessageContaining("synchronous_commit is " + value);
    } finally {
      administrator.sql("alter role tarn_pool reset synchronous_commit").update();
    }
  }
}
