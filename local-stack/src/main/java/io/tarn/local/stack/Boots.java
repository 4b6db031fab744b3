package io.tarn.local.stack;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.cluster.ClusterShape;
import io.tarn.local.home.CannotStart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** Whether the agents of all hosts have told the pool manager about their boot. */
final class Boots {

  private static final long PATIENCE_SECONDS = 60;
  private static final long POLL_MILLIS = 100;

  private final DatabaseTarget database;

  Boots(DatabaseTarget database) {
    this.database = database;
  }

  void await(ClusterShape cluster) throws CannotStart, InterruptedException {
    int wired = cluster.pools() == 0 ? 0 : cluster.hosts();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (int known = known(statement); known < wired; known = known(statement)) {
        if (System.nanoTime() > deadline) {
          throw new CannotStart(
              known
                  + " of "
                  + wired
                  + " hosts have reported their boot after "
                  + PATIENCE_SECONDS
                  + " s; see ./tarn logs agents.");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (SQLException e) {
      throw new CannotStart(
          "The database does not say which hosts are there: " + e.getMessage(), e);
    }
  }

  private static int known(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery("select count(*) from pool.host where boot_id is not null")) {
      row.next();
      return row.getInt(1);
    }
  }
}
