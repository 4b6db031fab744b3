package io.tarn.scheduler;

import static io.tarn.scheduler.testing.Bodies.host;
import static io.tarn.scheduler.testing.Bodies.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.GrantOnline;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.PlacementEvent.FactCase;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.scheduler.testing.Replica;
import io.tarn.scheduler.testing.Rest;
import io.tarn.scheduler.testing.Rows;
import io.tarn.scheduler.testing.TestPoolManager;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the pool manager tells over the bus, and what the scheduler tells. */
class SliceEventsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String POOL = "events-p1";
  private static final TestPoolManager POOL_MANAGER = TestPoolManager.start();
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Rows ROWS = new Rows(DATABASE);
  private static Replica replica;
  private static Rest rest;
  private static KafkaProducer<String, byte[]> bus;
  private static long sequence;

  @BeforeAll
  static void start() {
    TestBus.tail(Topics.SLICES).close();
    POOL_MANAGER.pools().pool(POOL, 64, "h1");
    replica =
        Replica.start(
            DATABASE,
            POOL_MANAGER,
            "slice-events-it",
            "--tarn.placement.policy=static:25",
            // what is ready here is so by an event
            "--tarn.placement.ready-patience=10m");
    rest = replica.rest();
    bus =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBus.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer());
    assertThat(rest.put("/v1/hosts/h1", host(40, 262144, POOL)).status()).isEqualTo(201);
  }

  @AfterAll
  static void end() {
    bus.close();
    replica.close();
    POOL_MANAGER.close();
  }

  @Test
  void online_makesTheVmReadyAndTellsOfIt() {
    try (TopicTail tail = TestBus.tail(Topics.PLACEMENTS)) {
      String told =
          """
          {"vmId":"told","vcpus":2,"memoryMiB":16384,"customer":"acme","vmType":"D2-16",
           "guestOs":"linux","region":"west"}
          """;
      assertThat(rest.post("/v1/vms", told).text("/state")).isEqualTo("PLACED");
      tell(online("told.1", ++sequence));
      assertThat(rest.get("/v1/vms/told?wait=READY&waitMillis=30000").text("/state"))
          .isEqualTo("READY");
      rest.delete("/v1/vms/told");
      List<PlacementEvent> events =
          tail.await("told", 5, PATIENCE).stream().map(SliceEventsIT::decoded).toList();
      assertThat(events)
          .extracting(PlacementEvent::getFactCase)
          .containsExactly(
              FactCase.RESERVED,
              FactCase.PLACED,
              FactCase.READY,
              FactCase.DELETING,
              FactCase.DELETED);
      assertThat(events)
          .extracting(event -> event.getHeader().getSequence())
          .containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(events.get(1).getPlaced().getAllocation().getGrantId()).isEqualTo("told.1");
      assertThat(events.get(1).getPlaced().getAllocation().getLocalMib()).isEqualTo(12288);
      VmProfile profile =
          VmProfile.newBuilder()
              .setMemoryMib(16384)
              .setCustomer("acme")
              .setVmType("D2-16")
              .setGuestOs("linux")
              .setRegion("west")
              .build();
      assertThat(events.get(0).getReserved().getProfile()).isEqualTo(profile);
      assertThat(events.get(1).getPlaced().getProfile()).isEqualTo(profile);
    }
  }

  @Test
  void online_ofAnOlderAttempt_doesNothing() {
    ROWS.abandoned("newer", 2, "h1", POOL, 60_000);
    ROWS.run("update vm set state = 'PLACED', acknowledged = true where vm_id = 'newer'");
    assertThat(rest.post("/v1/vms", vm("after-it", 2, 16384)).status()).isEqualTo(201);
    tell(online("newer.1", ++sequence));
    tell(online("after-it.1", ++sequence));
    assertThat(rest.get("/v1/vms/after-it?wait=READY&waitMillis=30000").text("/state"))
        .isEqualTo("READY");
    assertThat(ROWS.state("newer")).isEqualTo("PLACED");
  }

  @Test
  void repeated_isDropped() {
    assertThat(rest.post("/v1/vms", vm("r1", 2, 16384)).status()).isEqualTo(201);
    assertThat(rest.post("/v1/vms", vm("r2", 2, 16384)).status()).isEqualTo(201);
    long seen = ++sequence;
    tell(online("r1.1", seen));
    assertThat(rest.get("/v1/vms/r1?wait=READY&waitMillis=30000").text("/state"))
        .isEqualTo("READY");
    // the same sequence with another fact cannot be: it was consumed
    tell(online("r2.1", seen));
    assertThat(rest.post("/v1/vms", vm("r3", 2, 16384)).status()).isEqualTo(201);
    tell(online("r3.1", ++sequence));
    assertThat(rest.get("/v1/vms/r3?wait=READY&waitMillis=30000").text("/state"))
        .isEqualTo("READY");
    assertThat(ROWS.state("r2")).isEqualTo("PLACED");
  }

  @Test
  void unreadable_isSetAsideAndTheStreamGoesOn() {
    try (TopicTail tail = TestBus.tail(Topics.deadLetter(Topics.SLICES))) {
      double before = replica.metric("tarn_dead_letters_total", "topic=\"tarn.slices\"");
      byte[] garbage = {(byte) 0xff, 0, 1, 2};
      send(POOL, garbage);
      send(POOL, null);
      send("another-pool", BusCodec.SLICES.encode(online("x.1", 1)));
      send(null, BusCodec.SLICES.encode(online("x.1", 2)));
      send(POOL, BusCodec.SLICES.encode(SliceEvent.newBuilder().setPoolId(POOL).build()));
      assertThat(rest.post("/v1/vms", vm("goes-on", 2, 16384)).status()).isEqualTo(201);
      tell(online("goes-on.1", ++sequence));

      List<ConsumerRecord<String, byte[]>> set =
          tail.await(records -> records.size() >= 5, PATIENCE);
      assertThat(set)
          .extracting(SliceEventsIT::reason)
          .anyMatch(reason -> reason.startsWith("tarn.slices record is no message"))
          .anyMatch(reason -> reason.startsWith("tarn.slices record has no value"))
          .anyMatch(reason -> reason.startsWith("the key is another-pool"))
          .anyMatch(reason -> reason.startsWith("the key is null"))
          .anyMatch(reason -> reason.contains("sequence is 0"));
      assertThat(set).anySatisfy(bad -> assertThat(bad.value()).isEqualTo(garbage));
      assertThat(rest.get("/v1/vms/goes-on?wait=READY&waitMillis=30000").text("/state"))
          .isEqualTo("READY");
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  replica.metric("tarn_dead_letters_total", "topic=\"tarn.slices\"") >= before + 5);
    }
  }

  private static SliceEvent online(String grantId, long number) {
    return SliceEvent.newBuilder()
        .setHeader(EventHeader.newBuilder().setSequence(number).setOccurredAtMillis(1))
        .setPoolId(POOL)
        .setOnline(
            GrantOnline.newBuilder()
                .setGrantId(grantId)
                .setVmId(GrantId.parse(grantId).vmId())
                .setHostId("h1"))
        .build();
  }

  private static void tell(SliceEvent event) {
    send(POOL, BusCodec.SLICES.encode(event));
  }

  private static void send(@Nullable String key, byte @Nullable [] value) {
    try {
      bus.send(new ProducerRecord<>(Topics.SLICES, key, value)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static PlacementEvent decoded(ConsumerRecord<String, byte[]> read) {
    try {
      return BusCodec.PLACEMENTS.decode(read.value());
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static String reason(ConsumerRecord<String, byte[]> bad) {
    return new String(
        bad.headers().lastHeader(Topics.REASON_HEADER).value(), StandardCharsets.UTF_8);
  }
}
