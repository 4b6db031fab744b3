package io.tarn.chart;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL with an empty database, as durable as services demand, that asks for passwords. */
final class LocalDatabase implements AutoCloseable {

  /** Who may create schemas and roles. */
  static final String ADMINISTRATOR = "postgres";

  static final String PASSWORD = "of-the-administrator";

  private final EmbeddedPostgres server;

  private LocalDatabase(EmbeddedPostgres server) {
    this.server = server;
  }

  /**
   * Starts one.
   *
   * @param folder of its data
   */
  static LocalDatabase start(Path folder) throws IOException, SQLException {
    // the library turns these off by default
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setDataDirectory(folder)
            .start();
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database tarn");
      statement.execute("alter role " + ADMINISTRATOR + " password '" + PASSWORD + "'");
      // and it lets everybody in
      Files.writeString(folder.resolve("pg_hba.conf"), "host all all all scram-sha-256\n");
      statement.execute("select pg_reload_conf()");
    }
    return new LocalDatabase(server);
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/tarn";
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
