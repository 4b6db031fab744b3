package io.tarn.local.bench;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.home.CannotStart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the machine allows: one durable transaction of two inserted rows for each request, straight
 * to the same PostgreSQL, as many connections as there are clients.
 */
final class TwoRowFloor {

  static final String DESCRIPTION =
      "one durable transaction of two inserted rows per request, straight to the same PostgreSQL,"
          + " as many connections as clients";

  private final DatabaseTarget database;

  TwoRowFloor(DatabaseTarget database) {
    this.database = database;
  }

  Measured measure(Effort effort) throws CannotStart, InterruptedException {
    List<Connection> connections = new ArrayList<>();
    try {
      AtomicLong next = new AtomicLong();
      List<Clients.Client> clients = new ArrayList<>();
      prepare();
      for (int i = 0; i < effort.clients(); i++) {
        Connection connection = database.connect();
        connections.add(connection);
        connection.setAutoCommit(false);
        clients.add(client(connection, next));
      }
      Clients.measure(clients, effort.warmUp());
      return Clients.measure(clients, effort.requests());
    } catch (SQLException e) {
      throw new CannotStart("The floor cannot be measured: " + e, e);
    } finally {
      connections.forEach(TwoRowFloor::close);
    }
  }

  private void prepare() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists bench cascade");
      statement.execute("create schema bench");
      statement.execute("create table bench.vm (id bigint primary key, body jsonb not null)");
      statement.execute("create table bench.event (id bigint primary key, body bytea not null)");
    }
  }

  private static Clients.Client client(Connection connection, AtomicLong next) throws SQLException {
    PreparedStatement row =
        connection.prepareStatement(
            "insert into bench.vm values (?, '{\"vcpus\": 1, \"memoryMiB\": 1792}')");
    PreparedStatement event = connection.prepareStatement("insert into bench.event values (?, ?)");
    byte[] payload = new byte[100];
    return () -> {
      long id = next.incrementAndGet();
      row.setLong(1, id);
      row.executeUpdate();
      event.setLong(1, id);
      event.setBytes(2, payload);
      event.executeUpdate();
      connection.commit();
    };
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("a connection does not close", e);
    }
  }
}
