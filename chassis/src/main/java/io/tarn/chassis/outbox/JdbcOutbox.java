package io.tarn.chassis.outbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/** The outbox in the service's own schema; many events cost two statements, as one does. */
public final class JdbcOutbox implements Outbox {

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
   * @param afterCommit told when a transaction with events has committed, so that they need not
   *     wait
   */
  public JdbcOutbox(JdbcClient jdbc, JsonMapper json, Runnable afterCommit) {
    this.jdbc = jdbc;
    this.json = json;
    this.afterCommit = afterCommit;
  }

  @Override
  public void appendAll(List<OutgoingEvent> events) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("events outside a transaction");
    }
    if (events.isEmpty()) {
      return;
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

  /**
   * Reserves the sequences. The upsert locks the keys' rows until the commit, so that ids of a key
   * rise in the order of commits; keys are locked in their order, so that no two wait for each
   * other.
   */
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
