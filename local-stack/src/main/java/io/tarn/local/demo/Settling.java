package io.tarn.local.demo;

import io.tarn.db.DatabaseTarget;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Waits until nothing is half way any more: VMs, withdrawals, grants, slices, events. */
public final class Settling {

  private static final long POLL_MILLIS = 100;
  private static final Map<String, String> UNFINISHED = new LinkedHashMap<>();

  static {
    UNFINISHED.put(
        "VMs half way",
        "select count(*) from scheduler.vm where state in ('PENDING', 'PLACED', 'DELETING')");
    UNFINISHED.put("grants to be withdrawn", "select count(*) from scheduler.withdrawal");
    UNFINISHED.put(
        "grants half way",
        "select count(*) from pool.memory_grant where state in ('GRANTED', 'RELEASING')");
    UNFINISHED.put(
        "slices half way",
        "select count(*) from pool.slice where state not in ('FREE', 'ONLINE', 'QUARANTINED',"
            + " 'LOST')");
    UNFINISHED.put(
        "events not sent yet",
        "select (select count(*) from scheduler.outbox) + (select count(*) from pool.outbox)");
  }

  private final DatabaseTarget database;

  /**
   * @param database with a login that may read every schema
   */
  public Settling(DatabaseTarget database) {
    this.database = database;
  }

  /**
   * Waits.
   *
   * @param patience how long at the most
   * @return what was still half way then; empty when all is settled
   */
  public List<String> await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    List<String> unfinished = look();
    while (!unfinished.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      unfinished = look();
    }
    return unfinished;
  }

  private List<String> look() {
    List<String> unfinished = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> thing : UNFINISHED.entrySet()) {
        try (ResultSet row = statement.executeQuery(thing.getValue())) {
          row.next();
          if (row.getLong(1) > 0) {
            unfinished.add(row.getLong(1) + " " + thing.getKey());
          }
        }
      }
    } catch (SQLException e) {
      unfinished.add("the database does not answer: " + e.getMessage());
    }
    return unfinished;
  }
}
