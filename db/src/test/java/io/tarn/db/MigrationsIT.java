package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @ParameterizedTest
  @CsvSource({"RELEASING, CLEAN", "QUARANTINED, STUCK", "LOST, LOST"})
  void grantsOnTheirWay_getTheWayBackThatCanStillBeSeen(String state, String wayBack)
      throws SQLException {
    DatabaseTarget target = poolAt("11?");
    try (Session pool = Session.of(target, ServiceSchema.POOL)) {
      PoolRows.wire(pool);
      PoolRows.bringTo(pool, state);
      pool.run(
          "insert into pool_failure (pool_id, incarnation, reason, failed_at)"
              + " select pool_id, 1, 'dark', failed_at from pool where failed_at is not null",
          "insert into affected_grant (pool_id, incarnation, grant_id, host_id, lost_gib, live)"
              + " select pool_id, 1, 'vm1.1', 'h1', 1, true from pool_failure");
      new Migrations(target).migrate(TestServer.passwords());
      assertThat(pool.value("select way_back from memory_grant")).isEqualTo(wayBack);
      assertThat(
              pool.value(
                  "select lost_at is not distinct from (select failed_at from pool)"
                      + " from memory_grant"))
          .isEqualTo("t");
    }
  }

  /** The pool manager's schema as an earlier version had it. */
  private static DatabaseTarget poolAt(String version) throws SQLException {
    // roles are the server's, not the database's
    new Migrations(TestServer.emptyDatabase()).migrate(TestServer.passwords());
    DatabaseTarget target = TestServer.emptyDatabase();
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema pool");
      statement.execute("grant usage on schema pool to tarn_pool");
    }
    upTo(target, "chassis", "chassis_history", "latest");
    upTo(target, "pool", "service_history", version);
    return target;
  }

  private static void upTo(DatabaseTarget target, String folder, String history, String version) {
    Flyway.configure()
        .dataSource(target.jdbcUrl(), target.user(), target.password())
        .schemas("pool")
        .defaultSchema("pool")
        .locations("classpath:db/" + folder)
        .table(history)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .placeholders(Map.of("role", "tarn_pool", "schema", "pool"))
        .target(version)
        .load()
        .migrate();
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
