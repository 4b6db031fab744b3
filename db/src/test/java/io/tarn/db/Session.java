package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A connection as a service makes it: its role, its schema. Commits after each call. */
final class Session implements AutoCloseable {

  private static final String PERMISSION_DENIED = "42501";

  private final Connection connection;

  private Session(Connection connection) {
    this.connection = connection;
  }

  static Session of(DatabaseTarget database, ServiceSchema service) throws SQLException {
    Connection connection =
        DriverManager.getConnection(database.jdbcUrl(), service.role(), TestServer.PASSWORD);
    connection.setSchema(service.schema());
    return new Session(connection);
  }

  /** Runs statements in one transaction. */
  void run(String... statements) throws SQLException {
    begin();
    try {
      for (String sql : statements) {
        execute(sql);
      }
      commit();
    } finally {
      rollback();
    }
  }

  void begin() throws SQLException {
    connection.setAutoCommit(false);
  }

  /** Runs one statement within the transaction that was begun. */
  int execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void rollback() throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  /** Asserts that the statements, in one transaction, are refused by this constraint. */
  void refused(String constraint, String... statements) {
    ServerErrorMessage error = failureOf(statements);
    assertThat(error.getConstraint())
        .as("%s: %s", List.of(statements), error.getMessage())
        .isEqualTo(constraint);
  }

  /** Asserts that the statements, in one transaction, are not allowed to the role. */
  void denied(String... statements) {
    ServerErrorMessage error = failureOf(statements);
    assertThat(error.getSQLState())
        .as("%s: %s", List.of(statements), error.getMessage())
        .isEqualTo(PERMISSION_DENIED);
  }

  /** The first column of every row. */
  List<String> column(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  String value(String sql) throws SQLException {
    List<String> values = column(sql);
    assertThat(values).as(sql).hasSize(1);
    return values.get(0);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private ServerErrorMessage failureOf(String... statements) {
    List<ServerErrorMessage> errors = new ArrayList<>();
    assertThatExceptionOfType(PSQLException.class)
        .as("%s", List.of(statements))
        .isThrownBy(() -> run(statements))
        .satisfies(e -> errors.add(e.getServerErrorMessage()));
    return errors.get(0);
  }
}
