package io.tarn.cot.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.contracts.bus.FrontEndEpoch;
import java.time.Duration;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class KafkaEpochSinkTest {

  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final KafkaEpochSink sink = KafkaEpochSink.start(producer);

  @AfterEach
  void end() {
    sink.close();
  }

  private static FrontEndEpoch epoch(long number) {
    return FrontEndEpoch.newBuilder().setFrontEndId("fe-1").setEpoch(number).build();
  }

  private void awaitSent(int count) {
    await().until(() -> producer.history().size() == count);
  }

  @Test
  void epochs_areSentInOrderUnderTheirFrontEnd() {
    for (int i = 1; i <= 3; i++) {
      sink.send(epoch(i));
    }
    awaitSent(3);
    assertThat(producer.history())
        .extracting(ProducerRecord::topic)
        .containsOnly("tarn.cot.epochs");
    assertThat(producer.history()).extracting(ProducerRecord::key).containsOnly("fe-1");
    assertThat(producer.history())
        .extracting(record -> FrontEndEpoch.parseFrom(record.value()).getEpoch())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void onlyWhatTheBrokerHas_isAcknowledged() {
    sink.send(epoch(1));
    sink.send(epoch(2));
    awaitSent(2);
    producer.completeNext();
    assertThat(sink.acknowledged()).isEqualTo(1);
    assertThat(sink.drain(Duration.ofMillis(20))).isFalse();
    producer.completeNext();
    assertThat(sink.drain(Duration.ofSeconds(10))).isTrue();
    assertThat(sink.acknowledged()).isEqualTo(2);
  }

  @Test
  void lostEpoch_isNeverCalledAcknowledged() {
    sink.send(epoch(1));
    awaitSent(1);
    producer.errorNext(new RecordTooLargeException("too large"));
    assertThat(sink.drain(Duration.ofSeconds(10))).isFalse();
    assertThat(sink.acknowledged()).isZero();
  }
}
