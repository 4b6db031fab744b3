package io.tarn.agent.bus;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** How the agent uses Kafka; what the operator sets comes first. */
final class BusSettings {

  private BusSettings() {}

  static Map<String, Object> producer(Map<String, Object> given) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "tarn-host-agent");
    settings.putAll(given);
    return settings;
  }

  static Map<String, Object> consumer(Map<String, Object> given) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "tarn-host-agent");
    settings.putAll(given);
    return settings;
  }

  /** Of a second consumer beside {@link #consumer}, which must not have the same name. */
  static Map<String, Object> surveyor(Map<String, Object> given) {
    Map<String, Object> settings = consumer(given);
    settings.compute(ConsumerConfig.CLIENT_ID_CONFIG, (setting, name) -> name + "-ends");
    return settings;
  }
}
