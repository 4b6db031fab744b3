package io.tarn.local.learn;

import io.tarn.db.DatabaseTarget;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Reads out of the decisions what models said. */
public final class ScoreReader {

  private static final String SCORES =
      """
      select distinct on (vm_id) vm_id, body #>> '{prediction,pairId}',
        body #> '{prediction,probability}' is not null,
        coalesce((body #>> '{prediction,insensitive}')::boolean, false)
      from scheduler.decision order by vm_id, attempt desc
      """;

  private final DatabaseTarget database;

  /**
   * @param database with a login that may read every schema
   */
  public ScoreReader(DatabaseTarget database) {
    this.database = database;
  }

  /**
   * Reads them, by VM.
   *
   * @throws SQLException when the database does not answer
   */
  public Map<String, Scored> read() throws SQLException {
    Map<String, Scored> scores = new HashMap<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SCORES)) {
      while (row.next()) {
        scores.put(
            row.getString(1), new Scored(row.getString(2), row.getBoolean(3), row.getBoolean(4)));
      }
    }
    return scores;
  }
}
