package io.tarn.chassis.outbox;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends outbox rows with an idempotent producer of its own, compressed with zstd, confirmed by
 * every replica in sync. The producer gives a record up before the relay does: what the relay
 * believes to have failed is not sent behind its back.
 */
final class KafkaRecordSender implements RecordSender, DisposableBean {

  // by then the relay has stopped: what is unconfirmed will be sent again
  private static final int CLOSE_SECONDS = 2;

  private final ProducerFactory<String, byte[]> producers;
  private final KafkaTemplate<String, byte[]> kafka;

  private KafkaRecordSender(ProducerFactory<String, byte[]> producers) {
    this.producers = producers;
    this.kafka = new KafkaTemplate<>(producers);
  }

  /**
   * @param service how the service reaches the bus
   * @param patience after which the relay gives an unconfirmed record up
   */
  @SuppressWarnings("unchecked") // the serializers are set here
  static KafkaRecordSender of(ProducerFactory<?, ?> service, Duration patience) {
    ProducerFactory<String, byte[]> own =
        ((ProducerFactory<String, byte[]>) service)
            .copyWithConfigurationOverride(settings(patience));
    if (own instanceof DefaultKafkaProducerFactory<String, byte[]> closable) {
      closable.setPhysicalCloseTimeout(CLOSE_SECONDS);
    }
    return new KafkaRecordSender(own);
  }

  private static Map<String, Object> settings(Duration patience) {
    int millis = (int) Math.min(Integer.MAX_VALUE, patience.toMillis());
    return Map.ofEntries(
        Map.entry(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class),
        Map.entry(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class),
        Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
        Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
        Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd"),
        // a round has one record of each key and waits for all: there is nothing to linger for
        Map.entry(ProducerConfig.LINGER_MS_CONFIG, 0),
        Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis / 4),
        Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis / 4),
        Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis / 4 * 3));
  }

  @Override
  public CompletableFuture<Void> send(OutboxRow row) {
    ProducerRecord<String, byte[]> outgoing =
        new ProducerRecord<>(row.topic(), row.key(), row.payload());
    row.headers()
        .forEach(
            (name, value) -> outgoing.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    try {
      return kafka
          .send(outgoing)
          .handle(
              (sent, failure) -> {
                if (failure != null) {
                  throw translated(failure);
                }
                return null;
              });
    } catch (RuntimeException e) {
      // what fails before it is handed to the network is thrown
      return CompletableFuture.failedFuture(translated(e));
    }
  }

  @Override
  public void destroy() {
    producers.reset();
  }

  private static RuntimeException translated(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException
          || cause instanceof InvalidRecordException
          || cause instanceof InvalidTopicException) {
        return new RecordRefusedException(String.valueOf(cause.getMessage()), cause);
      }
      root = cause;
    }
    return new CompletionException(root.getMessage(), root);
  }
}
