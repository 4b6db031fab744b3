package io.tarn.telemetry.egress;

import io.tarn.chassis.outbox.OutgoingEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Puts many events into the outbox at once; the same rows as {@link
 * io.tarn.chassis.outbox.JdbcOutbox} writes one by one, in two statements.
 */
public final class BulkOutbox {

  private static final String SEQUENCES =
      """
      insert into outbox_sequence as s (topic, record_key, last_sequence)
      select * from unnest(?::text[], ?::text[], ?::bigint[])
      on conflict (topic, record_key)
        do update set last_sequence = s.last_sequence + excluded.last_sequence
      returning topic, record_key, last_sequence
      """;
  private static final String INSERT =
      """
      insert into outbox (topic, record_key, sequence, payload, headers)
      select topic, record_key, sequence, payload, headers::jsonb
      from unnest(?::text[], ?::text[], ?::bigint[], ?::bytea[], ?::text[]) with ordinality
        as e (topic, record_key, sequence, payload, headers, place)
      order by place
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Runnable afterCommit;

  /**
   * @param afterCommit told when a transaction with events has committed
   */
  public BulkOutbox(JdbcClient jdbc, JsonMapper json, Runnable afterCommit) {
    this.jdbc = jdbc;
    this.json = json;
    this.afterCommit = afterCommit;
  }

  /**
   * Adds events to the current transaction; those of a topic and key keep their order.
   *
   * @throws IllegalStateException outside a transaction
   */
  public void append(List<OutgoingEvent> events) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("events outside a transaction");
    }
    Map<Key, Long> next = firstSequences(events);
    List<Numbered> rows = new ArrayList<>();
    for (OutgoingEvent event : events) {
      long sequence = next.merge(new Key(event.topic(), event.key()), 1L, Long::sum) - 1;
      rows.add(new Numbered(event, sequence));
    }
    jdbc.sql(INSERT)
        .param(events.stream().map(OutgoingEvent::topic).toArray(String[]::new))
        .param(events.stream().map(OutgoingEvent::key).toArray(String[]::new))
        .param(rows.stream().map(Numbered::sequence).toArray(Long[]::new))
        .param(
            rows.stream()
                .map(row -> row.event().payload().apply(row.sequence()))
                .toArray(byte[][]::new))
        .param(
            events.stream()
                .map(event -> json.writeValueAsString(event.headers()))
                .toArray(String[]::new))
        .update();
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            afterCommit.run();
          }
        });
  }

  /** Reserves the sequences; keys are locked in their order, so that no two wait for each other. */
  private Map<Key, Long> firstSequences(List<OutgoingEvent> events) {
    Map<Key, Long> counts = new TreeMap<>();
    events.forEach(event -> counts.merge(new Key(event.topic(), event.key()), 1L, Long::sum));
    Map<Key, Long> first = new HashMap<>();
    jdbc.sql(SEQUENCES)
        .param(counts.keySet().stream().map(Key::topic).toArray(String[]::new))
        .param(counts.keySet().stream().map(Key::key).toArray(String[]::new))
        .param(counts.values().toArray(Long[]::new))
        .query(
            row -> {
              Key key = new Key(row.getString("topic"), row.getString("record_key"));
              first.put(key, row.getLong("last_sequence") - counts.getOrDefault(key, 0L) + 1);
            });
    return first;
  }

  private record Key(String topic, String key) implements Comparable<Key> {

    @Override
    public int compareTo(Key other) {
      int byTopic = topic.compareTo(other.topic);
      return byTopic == 0 ? key.compareTo(other.key) : byTopic;
    }
  }

  private record Numbered(OutgoingEvent event, long sequence) {}
}
