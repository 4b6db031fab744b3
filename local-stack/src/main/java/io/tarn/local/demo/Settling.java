package io.tarn.local.demo;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.kafka.BusTopics;
import io.tarn.local.kafka.TopicScan;
import io.tarn.local.plan.StackFile;
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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until nothing is half way any more: VMs, withdrawals, grants, slices, events, and where
 * models learn, telemetry.
 */
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

  /** Of a stack that learns, once the collector has taken in what is on the bus; in this order. */
  private static final Map<String, String> UNLEARNT = new LinkedHashMap<>();

  static {
    UNLEARNT.put(
        "VMs whose histories are to be told", "select count(*) from telemetry.history_stale");
    UNLEARNT.put(
        "events of telemetry not sent yet",
        "select (select count(*) from telemetry.outbox) + (select count(*) from trainer.outbox)");
  }

  private final DatabaseTarget database;
  private final StackFile stack;

  /**
   * @param database with a login that may read every schema
   * @param stack that settles
   */
  public Settling(DatabaseTarget database, StackFile stack) {
    this.database = database;
    this.stack = stack;
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
      count(statement, UNFINISHED, unfinished);
      if (unfinished.isEmpty() && stack.options().learns()) {
        unread(statement, unfinished);
        count(statement, UNLEARNT, unfinished);
      }
    } catch (SQLException e) {
      unfinished.add("the database does not answer: " + e.getMessage());
    }
    return unfinished;
  }

  private static void count(
      Statement statement, Map<String, String> things, List<String> unfinished)
      throws SQLException {
    for (Map.Entry<String, String> thing : things.entrySet()) {
      try (ResultSet row = statement.executeQuery(thing.getValue())) {
        row.next();
        if (row.getLong(1) > 0) {
          unfinished.add(row.getLong(1) + " " + thing.getKey());
        }
      }
    }
  }

  /** What lies on the bus and the collector has not taken in. */
  private void unread(Statement statement, List<String> unfinished) throws SQLException {
    Map<TopicPartition, Long> left;
    try (TopicScan bus = new TopicScan(stack.bus())) {
      left = bus.ends(BusTopics.COLLECTED);
    } catch (KafkaException e) {
      unfinished.add("the bus does not answer: " + e.getMessage());
      return;
    }
    try (ResultSet row =
        statement.executeQuery(
            "select topic, partition_no, next_offset from telemetry.consumer_offset")) {
      while (row.next()) {
        long next = row.getLong(3);
        left.computeIfPresent(
            new TopicPartition(row.getString(1), row.getInt(2)),
            (partition, end) -> Math.max(0, end - next));
      }
    }
    left.forEach(
        (partition, records) -> {
          if (records > 0) {
            unfinished.add(
                records + " records of " + partition + " that the collector has not read");
          }
        });
  }
}
