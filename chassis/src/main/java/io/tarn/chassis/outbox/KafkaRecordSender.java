package io.tarn.chassis.outbox;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.springframework.kafka.core.KafkaTemplate;

/** Sends outbox rows with Kafka's idempotent producer. */
final class KafkaRecordSender implements RecordSender {

  private final KafkaTemplate<String, byte[]> kafka;

  KafkaRecordSender(KafkaTemplate<String, byte[]> kafka) {
    this.kafka = kafka;
  }

  @Override
  public CompletableFuture<Void> send(OutboxRow row) {
    ProducerRecord<String, byte[]> outgoing =
        new ProducerRecord<>(row.topic(), row.key(), row.payload());
    row.headers()
        .forEach(
            (name, value) -> outgoing.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    return kafka
        .send(outgoing)
        .handle(
            (sent, failure) -> {
              if (failure != null) {
                throw translated(failure);
              }
              return null;
            });
  }

  private static RuntimeException translated(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException) {
        return new RecordRefusedException(String.valueOf(cause.getMessage()), cause);
      }
    }
    return new CompletionException(failure);
  }
}
