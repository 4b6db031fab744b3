package io.tarn.local.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.Topics;
import io.tarn.local.port.LoopbackProbe;
import io.tarn.local.process.ProcessTable;
import io.tarn.local.supervise.Supervisor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBrokerIT {

  @TempDir Path folder;

  private Supervisor supervisor;
  private KafkaBroker broker;

  @BeforeEach
  void start() throws Exception {
    LoopbackProbe probe = new LoopbackProbe();
    supervisor = new Supervisor(new ProcessTable(folder.resolve("processes.json")));
    broker =
        new KafkaBroker(
            System.getProperty("java.class.path"),
            folder.resolve("kafka"),
            folder.resolve("kafka.log"),
            probe.any(),
            probe.any());
    broker.prepare();
    supervisor.start(broker.service());
    supervisor.awaitReady(KafkaBroker.NAME);
    BusTopics.create(broker.bootstrapServers());
  }

  @AfterEach
  void stop() {
    supervisor.stop();
  }

  @Test
  void record_thatUnfoldsToMoreThanAMebibyte_isRefused() {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "compression.type",
                "gzip",
                "max.request.size",
                1 << 26),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      byte[] zeros = new byte[32 << 20];
      assertThatThrownBy(
              () -> producer.send(new ProducerRecord<>(Topics.COT_EPOCHS, 0, null, zeros)).get())
          .hasCauseInstanceOf(RecordTooLargeException.class);
    }
  }

  @Test
  void broker_keepsTopicsAndAcknowledgedRecordsThroughAKill() throws Exception {
    TopicPartition partition = new TopicPartition(Topics.SLICES, 0);
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String value : List.of("kept", "kept too")) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(Topics.SLICES, 0, new byte[0], bytes)).get();
      }
    }
    supervisor.kill(KafkaBroker.NAME);
    BusTopics.create(broker.bootstrapServers());
    assertThat(topics())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    "tarn.placements",
                    "tarn.slices",
                    "tarn.host.pmu",
                    "tarn.host.access",
                    "tarn.windows",
                    "tarn.history",
                    "tarn.models",
                    "tarn.cot.epochs")
                .flatMap(topic -> Stream.of(topic, topic + ".dlq"))
                .toList());
    assertThat(cleanup("tarn.history")).isEqualTo("compact");
    assertThat(cleanup("tarn.models")).isEqualTo("compact");
    assertThat(cleanup("tarn.slices")).isEqualTo("delete");
    List<String> values = new ArrayList<>();
    try (TopicScan bus = new TopicScan(broker.bootstrapServers())) {
      assertThat(bus.deadLetterTopics()).hasSize(8).contains("tarn.slices.dlq");
      assertThat(bus.ends(List.of(Topics.SLICES))).hasSize(6).containsEntry(partition, 2L);
      bus.read(bus.ends(List.of(Topics.SLICES)), record -> values.add(text(record.value())));
      assertThat(values).containsExactly("kept", "kept too");
      bus.read(Map.of(partition, 1L), record -> values.add(text(record.value())));
      assertThat(values).containsExactly("kept", "kept too", "kept");
    }
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }

  private Set<String> topics() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.listTopics().names().get();
    }
  }

  private String cleanup(String topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.describeConfigs(List.of(resource)).all().get().values().stream()
          .flatMap(config -> config.entries().stream())
          .filter(entry -> entry.name().equals("cleanup.policy"))
          .map(ConfigEntry::value)
          .findAny()
          .orElse("");
    }
  }
}
