package io.tarn.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A PostgreSQL database and a login that may create schemas and roles in it.
 *
 * @param jdbcUrl {@code jdbc:postgresql://host:port/database}
 * @param user the login
 * @param password its password
 */
public record DatabaseTarget(String jdbcUrl, String user, String password) {

  /** Checks the URL's form. */
  public DatabaseTarget {
    if (!jdbcUrl.startsWith("jdbc:postgresql://")) {
      throw new IllegalArgumentException(
          "the database URL is \""
              + jdbcUrl
              + "\", accepted: jdbc:postgresql://host:port/database");
    }
  }

  /** Opens a connection. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, user, password);
  }

  @Override
  public String toString() {
    return user + " at " + jdbcUrl;
  }
}
