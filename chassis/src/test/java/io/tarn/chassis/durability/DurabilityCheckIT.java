package io.tarn.chassis.durability;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class DurabilityCheckIT {

  private static final TestDatabase DATABASE = TestDatabase.fresh();

  @Test
  void durableServer_passes() {
    JdbcClient service = JdbcClient.create(DATABASE.as(ServiceSchema.POOL));
    assertThatCode(() -> new DurabilityCheck(service).afterPropertiesSet())
        .doesNotThrowAnyException();
  }

  @Test
  void serverThatMayForget_isRefusedByName() throws IOException {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("fsync", "on")
            .setServerConfig("full_page_writes", "off")
            .start()) {
      JdbcClient service = JdbcClient.create(server.getPostgresDatabase());
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new DurabilityCheck(service).afterPropertiesSet())
          .withMessageStartingWith("PostgreSQL's full_page_writes is off, accepted: on");
    }
  }

  @Test
  void serverAsTheLibraryStartsIt_isRefused() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      JdbcClient service = JdbcClient.create(server.getPostgresDatabase());
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new DurabilityCheck(service).afterPropertiesSet())
          .withMessageStartingWith("PostgreSQL's fsync is off, accepted: on");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "local", "remote_write"})
  void roleThatMayForget_isRefused(String value) {
    JdbcClient administrator = JdbcClient.create(DATABASE.asAdministrator());
    administrator.sql("alter role tarn_pool set synchronous_commit = " + value).update();
    try {
      JdbcClient service = JdbcClient.create(DATABASE.as(ServiceSchema.POOL));
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> new DurabilityCheck(service).afterPropertiesSet())
          .withMessageContaining("synchronous_commit is " + value);
    } finally {
      administrator.sql("alter role tarn_pool reset synchronous_commit").update();
    }
  }
}
