package io.tarn.local.bench;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.home.CannotStart;
import io.tarn.local.postgres.Durability;
import java.sql.Connection;
import java.sql.SQLException;

/** What every bench of durable work asks first. */
final class Durable {

  private Durable() {}

  /**
   * Checks that what the database commits survives a kill.
   *
   * @throws CannotStart when it does not, or does not answer
   */
  static void check(DatabaseTarget database) throws CannotStart {
    try (Connection connection = database.connect()) {
      Durability.check(connection);
    } catch (SQLException e) {
      throw new CannotStart("The database does not answer: " + e.getMessage(), e);
    }
  }
}
