package io.tarn.local.invariant;

import io.tarn.db.DatabaseTarget;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** What must hold of telemetry at the end of every run of a stack that learns. */
public final class TelemetryInvariants {

  private TelemetryInvariants() {}

  /**
   * Runs every check, over what the collector has taken in by now. Hosts may go on sending.
   *
   * @param database with a login that may read every schema
   * @param bootstrapServers of the bus
   * @throws IOException when the bus does not answer
   * @throws SQLException when the database does not answer
   */
  public static List<CheckResult> check(DatabaseTarget database, String bootstrapServers)
      throws IOException, SQLException {
    Stored stored = new StoredReader(database).read();
    return new TelemetryChecks(stored, new SentReader(bootstrapServers).read(stored.offsets()))
        .all();
  }
}
