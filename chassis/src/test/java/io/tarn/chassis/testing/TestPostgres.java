package io.tarn.chassis.testing;

import io.tarn.db.DatabaseTarget;
import io.tarn.db.Migrations;
import io.tarn.db.ServiceSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The JVM's one PostgreSQL, as durable as the real thing; migrated once, copied for each test. */
final class TestPostgres {

  static final String ADMINISTRATOR = "postgres";
  static final String PASSWORD = "for-tests";

  private static final String TEMPLATE = "tarn_template";

  private final EmbeddedPostgres server;
  private final AtomicInteger databases = new AtomicInteger();

  private TestPostgres(EmbeddedPostgres server) {
    this.server = server;
  }

  static TestPostgres shared() {
    return Holder.SHARED;
  }

  String jdbcUrl(String database) {
    // the library's own URLs name the administrator, which beats the login given beside them
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
  }

  /** Makes a migrated database without rows; returns its name. */
  synchronized String freshDatabase() {
    String name = "tarn_" + databases.incrementAndGet();
    execute("create database " + name + " template " + TEMPLATE);
    return name;
  }

  void execute(String sql) {
    try (Connection connection =
            DriverManager.getConnection(jdbcUrl(ADMINISTRATOR), ADMINISTRATOR, ADMINISTRATOR);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("the test database refused: " + sql, e);
    }
  }

  private static TestPostgres start() {
    try {
      // the library turns these off by default
      TestPostgres started =
          new TestPostgres(
              EmbeddedPostgres.builder()
                  .setServerConfig("fsync", "on")
                  .setServerConfig("synchronous_commit", "on")
                  .setServerConfig("full_page_writes", "on")
                  .start());
      started.execute("create database " + TEMPLATE);
      Map<ServiceSchema, String> passwords = new EnumMap<>(ServiceSchema.class);
      for (ServiceSchema schema : ServiceSchema.values()) {
        passwords.put(schema, PASSWORD);
      }
      new Migrations(new DatabaseTarget(started.jdbcUrl(TEMPLATE), ADMINISTRATOR, ADMINISTRATOR))
          .migrate(passwords);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not start", e);
    } catch (SQLException e) {
      throw new IllegalStateException("the migrations of the test database failed", e);
    }
  }

  private static final class Holder {
    private static final TestPostgres SHARED = start();
  }
}
