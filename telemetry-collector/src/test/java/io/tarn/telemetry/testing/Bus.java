package io.tarn.telemetry.testing;

import io.tarn.chassis.testing.TestBus;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.HostPmuReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes to the bus as agents, front ends and the scheduler do. */
public final class Bus implements AutoCloseable {

  private final KafkaProducer<String, byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", TestBus.bootstrapServers(), "linger.ms", 20),
          new StringSerializer(),
          new ByteArraySerializer());

  /** Makes the topics that the collector reads, with their partitions. */
  public Bus() {
    List.of(Topics.HOST_PMU, Topics.HOST_ACCESS, Topics.PLACEMENTS, Topics.COT_EPOCHS)
        .forEach(topic -> TestBus.tail(topic).close());
  }

  /** Sends a record and waits until the bus has it. */
  public void send(String topic, @Nullable String key, byte @Nullable [] value) {
    try {
      producer.send(new ProducerRecord<>(topic, key, value)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends reports in their order and waits until the bus has them. */
  public void send(List<HostPmuReport> reports) {
    for (HostPmuReport report : reports) {
      producer.send(
          new ProducerRecord<>(
              Topics.HOST_PMU, report.getAgent().getHostId(), report.toByteArray()));
    }
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
  }
}
