package io.tarn.chassis.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.RestartableBroker;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxOutageIT {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @TempDir private Path directory;

  @Test
  void brokerKilled_nothingIsLostOrReordered() throws Exception {
    try (OutboxBench bench = new OutboxBench(TestDatabase.fresh());
        RestartableBroker broker = RestartableBroker.start(directory)) {
      OutboxRelay relay =
          bench.relay(bench.sender(broker.bootstrapServers(), PATIENCE), 20, PATIENCE);
      try (TopicTail tail = TopicTail.fromNowOn(broker.bootstrapServers(), "outage", 2)) {
        bench.commit("outage", "a", 20);
        bench.commit("outage", "b", 20);
        tail.await("a", 5, OutboxBench.PATIENCE);
        broker.kill();
        bench.commit("outage", "a", 20);
        bench.commit("outage", "b", 20);
        // a replica without any knowledge of the topic meets the outage as well
        relay.stop();
        bench.relay(bench.sender(broker.bootstrapServers(), PATIENCE), 20, PATIENCE);
        Awaitility.await()
            .pollDelay(PATIENCE.plusSeconds(1))
            .untilAsserted(() -> assertThat(bench.store.waiting()).isGreaterThanOrEqualTo(40));
        broker.start();
        bench.commit("outage", "a", 1);
        for (String key : List.of("a", "b")) {
          long last = "a".equals(key) ? 41 : 40;
          List<ConsumerRecord<String, byte[]>> records =
              tail.await(
                  seen -> OutboxBench.sequences(seen).getOrDefault(key, List.of()).contains(last),
                  Duration.ofSeconds(60));
          assertThat(
                  OutboxBench.accepted(OutboxBench.sequences(records).getOrDefault(key, List.of())))
              .as(key)
              .isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
        }
        Awaitility.await().until(() -> bench.store.waiting() == 0);
      }
    }
  }
}
