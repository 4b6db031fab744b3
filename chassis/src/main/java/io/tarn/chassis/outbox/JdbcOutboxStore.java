package io.tarn.chassis.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Waiting rows in the service's own schema. */
final class JdbcOutboxStore implements OutboxStore {

  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};
  // one relay per schema at a time: the lock goes with the transaction, also when the process dies
  private static final String ONLY_ONE =
      "select pg_try_advisory_xact_lock(hashtext(current_schema() || '.outbox'))";
  private static final String OLDEST =
      """
      select id, topic, record_key, payload, headers from outbox
      where topic <> all(?) order by id limit ?
      """;
  private static final String AGE =
      """
      select coalesce(extract(epoch from clock_timestamp() - min(created_at)) * 1000, 0)::bigint
      from outbox
      """;
  private static final String SET_ASIDE =
      """
      with gone as (delete from outbox where id = ? returning *)
      insert into outbox_rejected
        (id, topic, record_key, sequence, payload, headers, created_at, reason)
      select id, topic, record_key, sequence, payload, headers, created_at, ? from gone
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final JsonMapper json;

  JdbcOutboxStore(JdbcClient jdbc, TransactionTemplate transactions, JsonMapper json) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.json = json;
  }

  @Override
  public Delivery drain(
      int most, Set<String> resting, Function<List<OutboxRow>, Delivery> publisher) {
    Delivery delivery = transactions.execute(status -> drainLocked(most, resting, publisher));
    return delivery == null ? Delivery.NOTHING : delivery;
  }

  private Delivery drainLocked(
      int most, Set<String> resting, Function<List<OutboxRow>, Delivery> publisher) {
    if (!jdbc.sql(ONLY_ONE).query(Boolean.class).single()) {
      return Delivery.NOTHING;
    }
    List<OutboxRow> rows = oldest(most, resting);
    if (rows.isEmpty()) {
      return Delivery.NOTHING;
    }
    Delivery delivery = publisher.apply(rows);
    Long[] delivered = delivery.delivered().stream().map(OutboxRow::id).toArray(Long[]::new);
    jdbc.sql("delete from outbox where id = any(?)").param(delivered).update();
    delivery
        .refused()
        .forEach((row, reason) -> jdbc.sql(SET_ASIDE).param(row.id()).param(reason).update());
    return delivery;
  }

  private List<OutboxRow> oldest(int most, Set<String> resting) {
    return jdbc.sql(OLDEST)
        .param(resting.toArray(String[]::new))
        .param(most)
        .query(
            (row, n) ->
                new OutboxRow(
                    row.getLong("id"),
                    row.getString("topic"),
                    row.getString("record_key"),
                    row.getBytes("payload"),
                    json.readValue(row.getString("headers"), HEADERS)))
        .list();
  }

  @Override
  public long waiting() {
    return jdbc.sql("select count(*) from outbox").query(Long.class).single();
  }

  @Override
  public Duration age() {
    return Duration.ofMillis(Math.max(0, jdbc.sql(AGE).query(Long.class).single()));
  }
}
