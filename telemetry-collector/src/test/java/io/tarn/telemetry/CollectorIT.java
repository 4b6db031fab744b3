package io.tarn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.BackEndLoad;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.ScanMechanism;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmWindow;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.db.ServiceSchema;
import io.tarn.telemetry.testing.Bus;
import io.tarn.telemetry.testing.RecentMinute;
import io.tarn.telemetry.testing.Replica;
import io.tarn.telemetry.testing.Samples;
import io.tarn.telemetry.testing.Streams;
import io.tarn.telemetry.testing.Truth;
import io.tarn.telemetry.testing.WindowLines;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The collector from the bus to its answers. */
class CollectorIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final long MINUTE = 60_000;
  private static final long DAY = 24 * 60 * MINUTE;
  private static final long BEGIN = RecentMinute.hoursAgo(2);

  private static TestDatabase database;
  private static JdbcClient jdbc;
  private static Bus bus;
  private static Replica collector;

  @BeforeAll
  static void start() {
    database = TestDatabase.fresh();
    jdbc = JdbcClient.create(database.as(ServiceSchema.TELEMETRY));
    bus = new Bus();
    collector = Replica.start(database, "collector-it");
  }

  @AfterAll
  static void stop() {
    collector.close();
    bus.close();
  }

  @Test
  void windows_equalThoseComputedFromTheInput() {
    List<HostPmuReport> stream = Streams.of(7, BEGIN, 3, 6);
    Truth truth = new Truth(5_000);
    stream.forEach(truth::take);
    bus.send(stream);
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(WindowLines.of(jdbc, "h")).isEqualTo(truth.lines()));
  }

  @Test
  void badRecords_areSetAsideWithTheReasonAndTheStreamGoesOn() throws Exception {
    try (TopicTail dlq = TestBus.tail(Topics.deadLetter(Topics.HOST_PMU))) {
      HostPmuReport good = Samples.report("bad-1", 1, List.of(sample("bad-vm", BEGIN + 30_000)));
      bus.send(Topics.HOST_PMU, "bad-1", "hello".getBytes(StandardCharsets.UTF_8));
      bus.send(Topics.HOST_PMU, "bad-1", null);
      // keys that PostgreSQL can keep neither as text nor in an index
      bus.send(Topics.HOST_PMU, "bad-1/\0\u20ac", "hello".getBytes(StandardCharsets.UTF_8));
      bus.send(Topics.HOST_PMU, "bad-" + "\u20ac".repeat(9_000), good.toByteArray());
      bus.send(Topics.HOST_PMU, "bad-2", good.toByteArray());
      bus.send(
          Topics.HOST_PMU,
          "bad-1",
          Samples.report("bad-1", 9, List.of(sample("bad-vm", 60_000))).toByteArray());
      bus.send(
          Topics.HOST_PMU,
          "bad-1",
          Samples.report(
                  "bad-1", 9, List.of(sample("bad-vm", BEGIN + Duration.ofDays(9).toMillis())))
              .toByteArray());
      bus.send(Topics.HOST_PMU, "bad-1", good.toByteArray());
      bus.send(
          Topics.HOST_PMU,
          "bad-1",
          Samples.report("bad-1", 2, List.of(sample("bad-vm", BEGIN + 125_000))).toByteArray());
      List<String> reasons =
          dlq.await(records -> reasons(records, "bad-").size() >= 7, PATIENCE).stream()
              .filter(record -> record.key().startsWith("bad-"))
              .map(CollectorIT::reason)
              .toList();
      assertThat(reasons)
          .satisfiesExactlyInAnyOrder(
              one -> assertThat(one).startsWith("tarn.host.pmu record"),
              one -> assertThat(one).isEqualTo("tarn.host.pmu record has no value"),
              one -> assertThat(one).startsWith("tarn.host.pmu record"),
              one -> assertThat(one).contains("the key is bad-\u20ac\u20ac"),
              one -> assertThat(one).contains("the key is bad-2, the record is of bad-1"),
              one -> assertThat(one).startsWith("sent_at_millis is 60000, accepted now: "),
              one -> assertThat(one).startsWith("sent_at_millis is ").contains("accepted now: "));
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(WindowLines.of(jdbc, "bad-1"))
                    .singleElement()
                    .asString()
                    .startsWith("bad-vm bad-1 " + BEGIN + " r1 n1 "));
  }

  @Test
  void lateReport_isToldAsTheNextRevision() throws Exception {
    try (TopicTail windows = TestBus.tail(Topics.WINDOWS)) {
      send("late-1", 1, sample("late-vm", BEGIN + 30_000));
      send("late-1", 2, sample("late-vm", BEGIN + 125_000));
      windows.await("late-vm", 1, PATIENCE);
      send("late-1", 3, sample("late-vm", BEGIN + 60_000));
      List<VmWindow> told = new ArrayList<>();
      for (ConsumerRecord<String, byte[]> record : windows.await("late-vm", 2, PATIENCE)) {
        if ("late-vm".equals(record.key())) {
          told.add(BusCodec.WINDOWS.decode(record.value()));
        }
      }
      assertThat(told).extracting(VmWindow::getRevision).containsExactly(1, 2);
      assertThat(told).extracting(VmWindow::getSamples).containsExactly(1, 2);
      assertThat(told).extracting(VmWindow::getStartMillis).containsOnly(BEGIN);
      assertThat(told)
          .extracting(window -> window.getHeader().getSequence())
          .containsExactly(1L, 2L);
    }
  }

  @Test
  void vmThatLeft_becomesLabelAndHistory() {
    try (TopicTail history = TestBus.tail(Topics.HISTORY)) {
      VmAllocation where =
          VmAllocation.newBuilder()
              .setHostId("past-1")
              .setVcpus(4)
              .setLocalMib(8192)
              .setAttempt(1)
              .build();
      VmProfile who =
          VmProfile.newBuilder()
              .setMemoryMib(8192)
              .setCustomer("past co")
              .setVmType("D4")
              .setWorkload("redis")
              .build();
      placement(
          1, event -> event.setPlaced(VmPlaced.newBuilder().setAllocation(where).setProfile(who)));
      for (int i = 0; i <= 11; i++) {
        send("past-1", i + 1, sample("past-vm", BEGIN + i * MINUTE + 30_000));
      }
      scan(1, 4096, 1_800_000);
      scan(2, 6144, 3_600_000);
      placement(2, event -> event.setDeleting(VmDeleting.getDefaultInstance()));
      history.await(HistoryKeys.untouched("past co", "D4"), 1, PATIENCE);
      history.await(HistoryKeys.counters("past co", "redis"), 1, PATIENCE);
    }
    // 8192 MiB, all looked at, 6144 touched
    Replica.Reply memory = collector.get("/v1/vms/past-vm/memory");
    assertThat(memory.json().at("/untouchedMiB").asLong()).isEqualTo(2048);
    assertThat(memory.json().at("/coverage").asDouble()).isEqualTo(1.0);
    assertThat(memory.json().at("/known").asBoolean()).isTrue();
    assertThat(memory.json().has("labelDistrust")).isFalse();
    assertThat(
            jdbc.sql(
                    """
                    select memory_mib || ' ' || touched_ever_mib || ' ' || vcpus || ' ' || customer
                    from v_training_vm where vm_id = 'past-vm'
                    """)
                .query(String.class)
                .single())
        .isEqualTo("8192 6144 4 past co");
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.sql(
                                """
                                select sum(windows) || ' ' || max(vms) || ' ' || max(memory_mib)
                                from v_training_workload where workload_id = 'past co/redis'
                                """)
                            .query(String.class)
                            .single())
                    .isEqualTo("11 1 8192"));
    // the last scan, two minutes after the beginning, saw an hour; the eleventh minute closed
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.sql(
                                """
                                select started_millis || ' ' || ended_millis
                                from v_training_vm where vm_id = 'past-vm'
                                """)
                            .query(String.class)
                            .single())
                    .isEqualTo((BEGIN - 58 * MINUTE) + " " + (BEGIN + 11 * MINUTE)));
    JsonNode page = collector.get("/v1/customers/past%20co/history").json();
    assertThat(page.at("/items")).hasSize(3);
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode untouched =
                  collector.get("/v1/customers/past%20co/history").json().at("/items/1");
              assertThat(untouched.at("/vms").asInt()).isEqualTo(1);
              assertThat(untouched.at("/untouchedShares/2").asDouble()).isEqualTo(0.25);
              assertThat(untouched.at("/asOfMillis").asLong()).isEqualTo(BEGIN + 11 * MINUTE);
            });
  }

  @Test
  void answers_pageAndSayTheirAge() {
    for (int i = 0; i < 4; i++) {
      send("rest-1", i + 1, sample("rest-vm", BEGIN + i * MINUTE + 30_000));
    }
    Awaitility.await().atMost(PATIENCE).until(() -> WindowLines.of(jdbc, "rest-1").size() == 3);
    JsonNode first = collector.get("/v1/vms/rest-vm/windows?limit=2").json();
    assertThat(first.at("/known").asBoolean()).isFalse();
    assertThat(first.at("/items")).hasSize(2);
    assertThat(first.at("/items/0/startMillis").asLong()).isEqualTo(BEGIN);
    assertThat(first.at("/ageMillis").asLong()).isBetween(0L, PATIENCE.toMillis());
    JsonNode second =
        collector
            .get("/v1/vms/rest-vm/windows?limit=2&cursor=" + first.at("/next").asString())
            .json();
    assertThat(second.at("/items")).hasSize(1);
    assertThat(second.has("next")).isFalse();
    JsonNode ranged =
        collector
            .get(
                "/v1/vms/rest-vm/windows?from="
                    + Instant.ofEpochMilli(BEGIN + MINUTE)
                    + "&to="
                    + Instant.ofEpochMilli(BEGIN + 2 * MINUTE))
            .json();
    assertThat(ranged.at("/items")).hasSize(1);
    JsonNode host = collector.get("/v1/hosts/rest-1/telemetry").json();
    assertThat(host.at("/feeds/0/watermarkMillis").asLong()).isEqualTo(BEGIN + 3 * MINUTE + 25_000);
    assertThat(host.at("/feeds/0/reports").asLong()).isEqualTo(4);
  }

  @Test
  void badQuestions_areProblems() {
    problem("/v1/vms/nobody/windows", 404, "not-found");
    problem("/v1/vms/nobody/memory", 404, "not-found");
    problem("/v1/hosts/nobody/telemetry", 404, "not-found");
    problem("/v1/front-ends/nobody/epochs", 404, "not-found");
    problem("/v1/vms/a%20b/windows", 400, "invalid-request");
    problem("/v1/vms/a/windows?from=yesterday", 400, "invalid-request");
    problem("/v1/vms/a/windows?limit=0", 400, "invalid-request");
    problem("/v1/vms/a/windows?cursor=eHg", 400, "invalid-request");
    problem("/v1/front-ends?cursor=%25", 400, "invalid-request");
    assertThat(collector.get("/v1/customers/nobody/history").json().at("/items")).isEmpty();
  }

  @Test
  void epochs_areKeptOnce() {
    for (long[] epoch : new long[][] {{1, 1}, {1, 2}, {1, 2}, {2, 1}, {1, 1}}) {
      bus.send(Topics.COT_EPOCHS, "fe-1", BusCodec.COT_EPOCHS.encode(epoch(epoch[0], epoch[1])));
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(collector.get("/v1/front-ends/fe-1/epochs").json().at("/items"))
                    .hasSize(3));
    JsonNode page = collector.get("/v1/front-ends/fe-1/epochs?limit=2").json();
    assertThat(page.at("/items/1/epoch").asLong()).isEqualTo(2);
    // look-ups 300 and 100; shares 3/4 and 1/4
    assertThat(page.at("/items/0/imbalance").asDouble()).isEqualTo(3);
    assertThat(page.at("/items/0/weightedImbalance").asDouble()).isEqualTo(1);
    JsonNode rest =
        collector
            .get("/v1/front-ends/fe-1/epochs?limit=2&cursor=" + page.at("/next").asString())
            .json();
    assertThat(rest.at("/items/0/incarnation").asLong()).isEqualTo(2);
    assertThat(collector.get("/v1/front-ends").json().at("/items/0/latest/incarnation").asLong())
        .isEqualTo(2);
  }

  private static void problem(String path, int status, String code) {
    Replica.Reply reply = collector.get(path);
    assertThat(reply.status()).as(path).isEqualTo(status);
    assertThat(reply.json().at("/code").asString()).as(path).isEqualTo(code);
  }

  private static void send(String host, long sequence, VmPmuSample sample) {
    bus.send(Topics.HOST_PMU, host, Samples.report(host, sequence, List.of(sample)).toByteArray());
  }

  private static VmPmuSample sample(String vm, long takenAt) {
    return Samples.sample(vm, takenAt, 30_000, 1000).build();
  }

  private static void placement(long sequence, UnaryOperator<PlacementEvent.Builder> fact) {
    PlacementEvent event =
        fact.apply(
                PlacementEvent.newBuilder()
                    .setVmId("past-vm")
                    .setHeader(
                        EventHeader.newBuilder()
                            .setSequence(sequence)
                            // the scheduler's clock is days behind the host's
                            .setOccurredAtMillis(BEGIN - 3 * DAY + sequence)))
            .build();
    bus.send(Topics.PLACEMENTS, "past-vm", BusCodec.PLACEMENTS.encode(event));
  }

  private static void scan(long sequence, long touched, long uptime) {
    HostAccessReport report =
        HostAccessReport.newBuilder()
            .setAgent(
                AgentReport.newBuilder()
                    .setHostId("past-1")
                    .setBootId("boot-1")
                    .setIncarnation(1)
                    .setSequence(sequence)
                    .setSentAtMillis(BEGIN + sequence * MINUTE))
            .addVms(
                VmAccessScan.newBuilder()
                    .setVmId("past-vm")
                    .setTakenAtMillis(BEGIN + sequence * MINUTE)
                    .setUptimeMillis(uptime)
                    .setSizeMib(8192)
                    .setCoveredMib(8192)
                    .setTouchedEverMib(touched)
                    .setMechanism(ScanMechanism.PAGE_IDLE)
                    .setSinceStart(true))
            .build();
    bus.send(Topics.HOST_ACCESS, "past-1", BusCodec.HOST_ACCESS.encode(report));
  }

  private static FrontEndEpoch epoch(long incarnation, long epoch) {
    return FrontEndEpoch.newBuilder()
        .setFrontEndId("fe-1")
        .setIncarnation(incarnation)
        .setEpoch(epoch)
        .setBeganAtMillis(BEGIN)
        .setEndedAtMillis(BEGIN + 1000)
        .setSufficient(true)
        .setAccesses(1000)
        .setCacheHits(600)
        .setCacheLines(4)
        .setTrackedKeys(16)
        .setRing("ketama-160")
        .setTarget(1.1)
        .setAction("hold")
        .addBackEnds(BackEndLoad.newBuilder().setBackEndId("b1").setRingShare(0.75).setLookUps(300))
        .addBackEnds(BackEndLoad.newBuilder().setBackEndId("b2").setRingShare(0.25).setLookUps(100))
        .build();
  }

  private static List<String> reasons(
      List<ConsumerRecord<String, byte[]>> records, String keyPrefix) {
    return records.stream()
        .filter(record -> record.key().startsWith(keyPrefix))
        .map(CollectorIT::reason)
        .toList();
  }

  private static String reason(ConsumerRecord<String, byte[]> record) {
    return new String(
        record.headers().lastHeader(Topics.REASON_HEADER).value(), StandardCharsets.UTF_8);
  }
}
