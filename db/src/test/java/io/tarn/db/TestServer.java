package io.tarn.db;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The JVM's one PostgreSQL: durable, and asking for passwords. */
final class TestServer {

  static final String ADMINISTRATOR = "postgres";
  static final String PASSWORD = "it's \\ for-tests";

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private TestServer() {}

  /** An empty database. */
  static DatabaseTarget emptyDatabase() {
    return database("");
  }

  /** A migrated database without rows. */
  static DatabaseTarget migratedDatabase() {
    return database(" template " + Holder.TEMPLATE);
  }

  /** Takes every row out of some tables and what refers to them. */
  static void empty(DatabaseTarget database, String... tables) {
    execute(database, "truncate " + String.join(", ", tables) + " cascade");
  }

  static Map<ServiceSchema, String> passwords() {
    Map<ServiceSchema, String> passwords = new EnumMap<>(ServiceSchema.class);
    for (ServiceSchema schema : ServiceSchema.values()) {
      passwords.put(schema, PASSWORD);
    }
    return passwords;
  }

  private static DatabaseTarget database(String template) {
    String name = "tarn_" + DATABASES.incrementAndGet();
    execute(Holder.MAINTENANCE, "create database " + name + template);
    return target(Holder.SERVER, name);
  }

  private static DatabaseTarget target(EmbeddedPostgres server, String database) {
    return new DatabaseTarget(
        "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database,
        ADMINISTRATOR,
        PASSWORD);
  }

  private static EmbeddedPostgres start() {
    try {
      // the library turns these off by default
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              // tests that make sessions meet head on need not wait for a second each time
              .setServerConfig("deadlock_timeout", "50ms")
              .start();
      askForPasswords(server);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not start", e);
    }
  }

  /** As started, the server believes everybody who says that he is the administrator. */
  private static void askForPasswords(EmbeddedPostgres server) throws IOException {
    try (Connection connection =
            DriverManager.getConnection(target(server, "postgres").jdbcUrl(), ADMINISTRATOR, "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "alter role " + ADMINISTRATOR + " password " + statement.enquoteLiteral(PASSWORD));
      try (ResultSet file = statement.executeQuery("show hba_file")) {
        file.next();
        Files.writeString(Path.of(file.getString(1)), "host all all 127.0.0.1/32 scram-sha-256\n");
      }
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String template() {
    String name = "tarn_template";
    execute(Holder.MAINTENANCE, "create database " + name);
    try {
      new Migrations(target(Holder.SERVER, name)).migrate(passwords());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return name;
  }

  private static void execute(DatabaseTarget target, String sql) {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static final class Holder {
    private static final EmbeddedPostgres SERVER = start();
    private static final DatabaseTarget MAINTENANCE = target(SERVER, "postgres");
    private static final String TEMPLATE = template();
  }
}
