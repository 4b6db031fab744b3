package io.tarn.agent.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.chassis.testing.TestBus;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmReady;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlacementFeedIT {

  private static final int ASKERS = 4;
  private static final int QUESTIONS = 100;
  private static final long PATIENCE_SECONDS = 30;

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Map<String, Object> settings =
      Map.of("bootstrap.servers", TestBus.bootstrapServers());
  private final PlacementFeed feed =
      new PlacementFeed(settings, event -> told.add(event.getVmId()));
  private KafkaProducer<String, byte[]> producer;

  @BeforeEach
  void open() {
    TestBus.tail(Topics.PLACEMENTS).close();
    producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    feed.start();
  }

  @AfterEach
  void close() {
    feed.close();
    producer.close();
  }

  @Test
  void caughtUp_whoeverElseAsks_comesAfterWhatWasOnTheBus() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(ASKERS);
    try {
      List<Callable<Void>> askers = new ArrayList<>();
      for (int asker = 0; asker < ASKERS; asker++) {
        String name = "feed-vm-" + asker + "-";
        askers.add(
            () -> {
              for (int i = 0; i < QUESTIONS; i++) {
                send(name + i);
                feed.caughtUp().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(told).contains(name + i);
              }
              return null;
            });
      }
      for (Future<Void> answered : threads.invokeAll(askers)) {
        answered.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void caughtUp_onceStopped_fails() throws Exception {
    feed.caughtUp().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    feed.close();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> feed.caughtUp().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .withCauseInstanceOf(IOException.class)
        .withMessageContaining("placements are no longer read");
  }

  private void send(String vmId) throws Exception {
    PlacementEvent event =
        PlacementEvent.newBuilder()
            .setVmId(vmId)
            .setHeader(EventHeader.newBuilder().setSequence(1).setOccurredAtMillis(1))
            .setReady(VmReady.getDefaultInstance())
            .build();
    producer.send(new ProducerRecord<>(Topics.PLACEMENTS, vmId, event.toByteArray())).get();
  }
}
