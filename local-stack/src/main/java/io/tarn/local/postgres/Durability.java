package io.tarn.local.postgres;

import io.tarn.local.home.CannotStart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Whether a commit that PostgreSQL acknowledged survives a crash of it or of the machine. */
public final class Durability {

  /** The settings that must be on. */
  public static final List<String> SETTINGS =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private Durability() {}

  /**
   * Checks the settings of a server.
   *
   * @throws CannotStart when one is not on
   */
  public static void check(Connection connection) throws SQLException, CannotStart {
    try (Statement statement = connection.createStatement()) {
      for (String setting : SETTINGS) {
        try (ResultSet row = statement.executeQuery("show " + setting)) {
          row.next();
          String value = row.getString(1);
          if (!value.equals("on")) {
            throw new CannotStart(
                "PostgreSQL runs with " + setting + " = " + value + ", accepted: on.");
          }
        }
      }
    }
  }
}
