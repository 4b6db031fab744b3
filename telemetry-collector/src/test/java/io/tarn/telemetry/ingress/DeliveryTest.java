package io.tarn.telemetry.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.Committed;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.batch.Move;
import io.tarn.telemetry.batch.Partition;
import io.tarn.telemetry.feed.TimeBounds;
import io.tarn.telemetry.retention.DayKeeper;
import io.tarn.telemetry.retention.DayStore;
import io.tarn.telemetry.testing.Samples;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

class DeliveryTest {

  private static final Partition PARTITION = new Partition(Topics.HOST_PMU, 0);

  private final Map<Partition, Long> stored = new HashMap<>(Map.of(PARTITION, 5L));
  private final RecordingStore store = new RecordingStore();
  private final Delivery delivery =
      new Delivery(
          store,
          new Reading(() -> new TimeBounds(0, Long.MAX_VALUE)),
          new DayKeeper(new NoDays(), 10, 30),
          new Counting(new SimpleMeterRegistry()));

  @Test
  void poll_isOneBatch() {
    delivery.deliver(records(1, 2, 3), stored);
    assertThat(store.moves).containsExactly(new Move(5, 8));
    assertThat(stored).containsEntry(PARTITION, 8L);
  }

  @Test
  void recordThatFailsAlone_isSetAsideAndTheOthersCount() {
    store.poison = 2;
    delivery.deliver(records(1, 2, 3), stored);
    assertThat(store.moves).containsExactly(new Move(5, 6), new Move(6, 7), new Move(7, 8));
    assertThat(store.refused).containsExactly("failed: java.lang.IllegalStateException: a bug");
  }

  @Test
  void databaseThatIsAway_setsNothingAside() {
    store.away = true;
    assertThatExceptionOfType(TransientDataAccessResourceException.class)
        .isThrownBy(() -> delivery.deliver(records(1, 2), stored));
    assertThat(store.moves).isEmpty();
    assertThat(stored).containsEntry(PARTITION, 5L);
  }

  /** Records from offset 5 on, by the sequence of their reports. */
  private static ConsumerRecords<String, byte[]> records(long... sequences) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    LongStream.of(sequences)
        .forEach(
            sequence ->
                records.add(
                    new ConsumerRecord<>(
                        Topics.HOST_PMU, 0, 5L + records.size(), "h1", report(sequence))));
    return new ConsumerRecords<>(Map.of(new TopicPartition(Topics.HOST_PMU, 0), records), Map.of());
  }

  private static byte[] report(long sequence) {
    HostPmuReport report =
        Samples.report(
            "h1", sequence, List.of(Samples.sample("vm1", 60_000 * sequence, 1_000, 7).build()));
    return report.toByteArray();
  }

  /** Takes every batch but one with a report of a sequence. */
  private static final class RecordingStore implements BatchStore {

    private final List<Move> moves = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private long poison;
    private boolean away;

    @Override
    public Map<Partition, Long> offsets(Set<Partition> partitions) {
      return Map.of();
    }

    @Override
    public long begin(Partition partition, long offset) {
      return offset;
    }

    @Override
    public Committed commit(Batch batch) {
      if (away) {
        throw new TransientDataAccessResourceException("away");
      }
      for (Heard.Pmu one : batch.of(Heard.Pmu.class)) {
        if (one.report().getAgent().getSequence() == poison) {
          throw new IllegalStateException("a bug");
        }
      }
      moves.addAll(batch.moves().values());
      batch.of(Heard.Refused.class).forEach(one -> refused.add(one.reason()));
      return new Committed(0, 0, 0, 0, 0);
    }
  }

  /** Days that nobody keeps. */
  private static final class NoDays implements DayStore {

    @Override
    public void make(LocalDate day) {}

    @Override
    public int drop(LocalDate rawBefore, LocalDate before) {
      return 0;
    }
  }
}
