package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigrationsIT {
  @Test
  void migrate_twiceAppliesNothingTheSecondTime() throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder().setServerConfig("fsync", "on").start()) {
      DatabaseTarget target =
          new DatabaseTarget(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
      Map<ServiceSchema, String> passwords =
          Map.of(ServiceSchema.SCHEDULER, "s3cret", ServiceSchema.POOL, "it's");
      assertThat(new Migrations(target).migrate(passwords)).isEqualTo(13);
      assertThat(new Migrations(target).migrate(passwords)).isZero();
    }
  }
}
