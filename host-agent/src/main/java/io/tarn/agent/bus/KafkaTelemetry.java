package io.tarn.agent.bus;

import com.google.protobuf.Message;
import io.tarn.agent.probe.TelemetrySink;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports on {@link Topics#HOST_PMU} and {@link Topics#HOST_ACCESS}, key: host. */
public final class KafkaTelemetry implements TelemetrySink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaTelemetry.class);
  private static final long LOG_EVERY = 1_000;

  private final KafkaProducer<String, byte[]> producer;
  private final AtomicLong lost = new AtomicLong();

  /**
   * @param settings bootstrap servers and what else the cluster asks for
   */
  public KafkaTelemetry(Map<String, Object> settings) {
    this.producer =
        new KafkaProducer<>(
            BusSettings.producer(settings), new StringSerializer(), new ByteArraySerializer());
  }

  @Override
  public void send(HostPmuReport report) {
    send(Topics.HOST_PMU, report.getAgent().getHostId(), report);
  }

  @Override
  public void send(HostAccessReport report) {
    send(Topics.HOST_ACCESS, report.getAgent().getHostId(), report);
  }

  private void send(String topic, String hostId, Message report) {
    try {
      Future<RecordMetadata> unused =
          producer.send(
              new ProducerRecord<>(topic, hostId, report.toByteArray()),
              (metadata, failure) -> {
                if (failure != null) {
                  lost(topic, failure);
                }
              });
    } catch (KafkaException e) {
      lost(topic, e);
    }
  }

  private void lost(String topic, Exception failure) {
    if (lost.getAndIncrement() % LOG_EVERY == 0) {
      LOG.warn("a report on {} is lost, {} in all: {}", topic, lost, failure.toString());
    }
  }

  @Override
  public void flush() {
    producer.flush();
  }

  @Override
  public long lost() {
    return lost.get();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
