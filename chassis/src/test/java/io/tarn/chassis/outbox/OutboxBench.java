package io.tarn.chassis.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TestJdbc;
import io.tarn.db.ServiceSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** An outbox on a database of its own, and relays that empty it. */
final class OutboxBench implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<Runnable> open = new ArrayList<>();
  private volatile Runnable committed = () -> {};

  final JdbcClient jdbc;
  final TransactionTemplate transactions;
  final Outbox outbox;
  final OutboxStore store;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  OutboxBench(TestDatabase database) {
    TestJdbc connections = new TestJdbc(database, ServiceSchema.POOL);
    jdbc = connections.client();
    transactions = connections.transactions();
    JsonMapper json = new JsonMapper();
    outbox = new JdbcOutbox(jdbc, json, () -> committed.run());
    store = new JdbcOutboxStore(jdbc, transactions, json);
    open.add(connections::close);
  }

  /** A sender, closed with the bench. */
  KafkaRecordSender sender(String bootstrapServers, Duration patience) {
    KafkaRecordSender sender =
        KafkaRecordSender.of(
            new DefaultKafkaProducerFactory<String, byte[]>(
                Map.of("bootstrap.servers", bootstrapServers)),
            patience);
    open.add(0, sender::destroy);
    return sender;
  }

  /** A relay that runs; local commits nudge the newest. */
  OutboxRelay relay(RecordSender sender, int batch, Duration patience) {
    OutboxRelay relay =
        new OutboxRelay(
            store,
            sender,
            OutboxMeter.of(metrics, store),
            new OutboxProperties(batch, Duration.ofMillis(50), Duration.ZERO, patience));
    relay.start();
    committed = relay::nudge;
    open.add(0, relay::stop);
    return relay;
  }

  /** Commits events of a key in one transaction. */
  void commit(String topic, String key, int events) {
    transactions.executeWithoutResult(
        status -> {
          for (int i = 0; i < events; i++) {
            append(topic, key);
          }
        });
  }

  /** Adds an event to the current transaction; its payload is its sequence. */
  void append(String topic, String key) {
    outbox.append(
        OutgoingEvent.of(topic, key, sequence -> Long.toString(sequence).getBytes(UTF_8)));
  }

  double counted(String name, String topic) {
    return metrics.find(name).tag("topic", topic).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  /** The sequences that came, by key, in the order in which they came. */
  static Map<String, List<Long>> sequences(List<ConsumerRecord<String, byte[]>> records) {
    Map<String, List<Long>> sequences = new HashMap<>();
    records.forEach(
        record ->
            sequences
                .computeIfAbsent(record.key(), key -> new ArrayList<>())
                .add(Long.parseLong(new String(record.value(), UTF_8))));
    return sequences;
  }

  /**
   * What a consumer keeps that drops whatever is not above the last: complete if nothing overtook.
   */
  static List<Long> accepted(List<Long> sequences) {
    List<Long> accepted = new ArrayList<>();
    long last = 0;
    for (long sequence : sequences) {
      if (sequence > last) {
        accepted.add(sequence);
        last = sequence;
      }
    }
    return accepted;
  }

  @Override
  public void close() {
    open.forEach(Runnable::run);
  }
}
