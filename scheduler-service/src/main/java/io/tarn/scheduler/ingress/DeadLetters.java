package io.tarn.scheduler.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** Sets records aside on the dead-letter topic of theirs, with the reason, and counts them. */
final class DeadLetters {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
  private static final byte[] EMPTY = {};

  private final Outbox outbox;
  private final TransactionTemplate transactions;
  private final MeterRegistry metrics;

  DeadLetters(Outbox outbox, TransactionTemplate transactions, MeterRegistry metrics) {
    this.outbox = outbox;
    this.transactions = transactions;
    this.metrics = metrics;
  }

  void setAside(ConsumerRecord<String, byte[]> bad, String reason) {
    LOG.warn("{}-{}@{}: {}", bad.topic(), bad.partition(), bad.offset(), reason);
    byte[] payload = bad.value() == null ? EMPTY : bad.value();
    transactions.executeWithoutResult(
        status -> outbox.append(OutgoingEvent.deadLetter(bad.topic(), bad.key(), payload, reason)));
    metrics.counter("tarn.dead.letters", "topic", bad.topic()).increment();
  }
}
