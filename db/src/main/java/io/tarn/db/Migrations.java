package io.tarn.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.flywaydb.core.Flyway;

/**
 * Brings the schemas and roles of a database to this version. Running it again changes nothing; of
 * two runs at once, one waits for the other.
 */
public final class Migrations {

  private static final String CHASSIS_HISTORY = "chassis_history";
  private static final String SERVICE_HISTORY = "service_history";

  private final DatabaseTarget target;

  /**
   * @param target the database, with a login that may create schemas and roles
   */
  public Migrations(DatabaseTarget target) {
    this.target = target;
  }

  /**
   * Creates or updates the schema and role of every service named.
   *
   * @param passwords the password of each service's role; a role that exists gets it anew
   * @return how many migrations were applied
   * @throws SQLException when the database does not answer or refuses a role
   */
  public int migrate(Map<ServiceSchema, String> passwords) throws SQLException {
    try (Connection alone = target.connect();
        Statement statement = alone.createStatement()) {
      // held by the session, not by a transaction: it must not keep others from their rows
      statement.execute("select pg_advisory_lock(hashtext('tarn.migrations'))");
      return migrateAlone(passwords);
    }
  }

  private int migrateAlone(Map<ServiceSchema, String> passwords) throws SQLException {
    int applied = 0;
    // every role first: a schema may grant another service what it publishes
    for (Map.Entry<ServiceSchema, String> entry : passwords.entrySet()) {
      prepareRole(entry.getKey(), entry.getValue());
    }
    for (ServiceSchema service : passwords.keySet()) {
      applied += apply(service, "chassis", CHASSIS_HISTORY);
      applied += apply(service, service.schema(), SERVICE_HISTORY);
    }
    return applied;
  }

  private int apply(ServiceSchema service, String folder, String history) {
    return Flyway.configure()
        .dataSource(target.jdbcUrl(), target.user(), target.password())
        .schemas(service.schema())
        .defaultSchema(service.schema())
        .locations("classpath:db/" + folder)
        .table(history)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .placeholders(Map.of("role", service.role(), "schema", service.schema()))
        .load()
        .migrate()
        .migrationsExecuted;
  }

  private void prepareRole(ServiceSchema service, String password) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      String verb = exists(connection, service.role()) ? "alter" : "create";
      statement.execute(
          verb
              + " role "
              + service.role()
              + " login password "
              + statement.enquoteLiteral(password));
      statement.execute("create schema if not exists " + service.schema());
      statement.execute("grant usage on schema " + service.schema() + " to " + service.role());
      connection.commit();
    }
  }

  private static boolean exists(Connection connection, String role) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("select from pg_roles where rolname = ?")) {
      query.setString(1, role);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }
}
