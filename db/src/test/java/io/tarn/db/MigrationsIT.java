package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationsIT {

  // the common pool may have one thread only
  private static final Executor OWN_THREAD = task -> new Thread(task, "migration").start();

  @Test
  void migrate_twice_appliesNothingTheSecondTime() throws SQLException {
    DatabaseTarget target = TestServer.emptyDatabase();
    assertThat(new Migrations(target).migrate(TestServer.passwords())).isPositive();
    assertThat(new Migrations(target).migrate(TestServer.passwords())).isZero();
  }

  @Test
  void migrate_twoAtOnce_applyEverythingOnce() throws Exception {
    DatabaseTarget alone = TestServer.emptyDatabase();
    int all = new Migrations(alone).migrate(TestServer.passwords());

    DatabaseTarget target = TestServer.emptyDatabase();
    var jobs =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> migrated(target), OWN_THREAD))
            .limit(3)
            .toList();
    int applied = 0;
    for (CompletableFuture<Integer> job : jobs) {
      applied += job.get();
    }
    assertThat(applied).isEqualTo(all);
    Session.of(target, ServiceSchema.POOL).close();
  }

  private static int migrated(DatabaseTarget target) {
    try {
      return new Migrations(target).migrate(TestServer.passwords());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void migrate_oneServiceAlone_leavesTheOthersOut() throws SQLException {
    DatabaseTarget target = TestServer.emptyDatabase();
    new Migrations(target).migrate(Map.of(ServiceSchema.POOL, TestServer.PASSWORD));
    try (Session pool = Session.of(target, ServiceSchema.POOL)) {
      assertThat(pool.value("select count(*) from slice")).isEqualTo("0");
      assertThat(pool.column("select nspname from pg_namespace where nspname = 'scheduler'"))
          .isEmpty();
    }
  }

  @Test
  void target_isShownWithoutItsPassword() {
    assertThat(new DatabaseTarget("jdbc:postgresql://h:1/d", "u", "secret"))
        .hasToString("u at jdbc:postgresql://h:1/d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "postgresql://h/d", "jdbc:mysql://h/d"})
  void target_ofAnotherKind_isRefused(String url) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new DatabaseTarget(url, "u", "p"))
        .withMessageContaining("jdbc:postgresql://host:port/database");
  }
}
