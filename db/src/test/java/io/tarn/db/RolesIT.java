package io.tarn.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each service's role reaches its own schema and nothing else. */
class RolesIT {

  private static final DatabaseTarget DATABASE = TestServer.migratedDatabase();

  @ParameterizedTest
  @EnumSource
  void role_readsEveryTableOfItsOwnSchema(ServiceSchema service) throws SQLException {
    try (Session session = Session.of(DATABASE, service)) {
      for (String table : tables(service)) {
        if (!table.endsWith("_history")) {
          assertThat(session.value("select count(*) from " + table)).isEqualTo("0");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void role_reachesNothingElse(ServiceSchema service) throws SQLException {
    try (Session session = Session.of(DATABASE, service)) {
      for (ServiceSchema other : ServiceSchema.values()) {
        if (other != service) {
          for (String table : tables(other)) {
            session.denied("select count(*) from " + other.schema() + "." + table);
            session.denied("delete from " + other.schema() + "." + table);
          }
        }
      }
      for (String history : List.of("chassis_history", "service_history")) {
        session.denied("select count(*) from " + history);
      }
      session.denied("create table " + service.schema() + ".mine (x int)");
      session.denied("create table public.mine (x int)");
      session.denied("create schema mine");
      session.denied("create role friend");
      session.denied("set role " + TestServer.ADMINISTRATOR);
      session.denied("copy (select 1) to program 'true'");
      session.denied("select pg_read_file('/etc/hostname')");
    }
  }

  private static List<String> tables(ServiceSchema service) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select tablename from pg_tables where schemaname = '" + service.schema() + "'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    assertThat(tables).contains("outbox", "idempotency", "lease").hasSizeGreaterThan(8);
    return tables;
  }
}
