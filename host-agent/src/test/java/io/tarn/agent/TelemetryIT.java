package io.tarn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tarn.agent.host.SimulationSettings;
import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.probe.Sampling;
import io.tarn.agent.world.HttpWorld;
import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.AgentReport;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmPmuSample;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.fleet.vm.Scenario;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TelemetryIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String LET_GO = "{\"goesByItself\":true}";
  private static final long DAY = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final int MOVES = 200;
  private static int tests;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path directory;
  private HttpWorld world;
  private TopicTail counters;
  private TopicTail scans;
  private String host;
  private String vmId;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
    // every agent reads the whole bus, with what other tests told
    host = "telemetry-host-" + ++tests;
    vmId = "vm-of-" + host;
    world = new HttpWorld();
    counters = TestBus.tail(Topics.HOST_PMU);
    scans = TestBus.tail(Topics.HOST_ACCESS);
    TestBus.tail(Topics.PLACEMENTS).close();
  }

  @AfterEach
  void stop() {
    counters.close();
    scans.close();
    world.close();
  }

  @Test
  void placedVm_isReportedAsTheClockMoves_overARestart() throws Exception {
    try (AgentProcess process = AgentProcess.start(settings())) {
      assertThat(moveTo(process, DAY).statusCode()).isEqualTo(200);
      tell(placed());
      tell(event().setReady(VmReady.getDefaultInstance()).build());
      HttpResponse<String> moved = moveTo(process, DAY + 3 * MINUTE);
      assertThat(moved.statusCode()).isEqualTo(200);
      JsonNode view = JSON.readTree(moved.body());
      assertThat(view.path("read").asInt()).isEqualTo(60);
      assertThat(view.path("vms").asInt()).isEqualTo(1);
      assertThat(view.path("lost").asInt()).isZero();
      assertThat(moveTo(process, DAY).statusCode()).isEqualTo(400);
    }
    HostPmuReport first = pmuReports(1).get(0);
    assertThat(first.getVmsList())
        .extracting(VmPmuSample::getTakenAtMillis)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(61, 120).map(s -> DAY + 1_000 * s).boxed().toList());

    try (AgentProcess process = AgentProcess.start(settings())) {
      tell(event().setDeleting(VmDeleting.getDefaultInstance()).build());
      JsonNode view = JSON.readTree(moveTo(process, DAY + 40 * MINUTE).body());
      assertThat(view.path("vms").asInt()).isZero();
      assertThat(view.path("incarnation").asInt()).isEqualTo(2);
    }
    List<VmAccessScan> found = accessReports(1).get(0).getVmsList();
    assertThat(found).extracting(VmAccessScan::getUptimeMillis).containsExactly(3 * MINUTE);
    assertThat(found.get(0).getTouchedEverMib()).isBetween(1L, 4_096L);
    AgentReport agent = accessReports(1).get(0).getAgent();
    assertThat(agent.getIncarnation()).isEqualTo(2);
    assertThat(agent.getBootId()).isEqualTo(first.getAgent().getBootId());
    assertThat(counters.await(host, 1, PATIENCE)).as("nothing was read twice").hasSize(1);
  }

  @Test
  void letGo_readsByItself_overARestart() throws Exception {
    try (AgentProcess process = AgentProcess.start(settings())) {
      long now = System.currentTimeMillis();
      assertThat(moveTo(process, now - 60 * MINUTE).statusCode()).isEqualTo(200);
      assertThat(order(process, "{\"goesByItself\":true,\"nowMillis\":1}").statusCode())
          .isEqualTo(400);
      assertThat(order(process, "{\"goesByItself\":false}").statusCode()).isEqualTo(400);
      assertThat(order(process, "{}").body()).contains("goesByItself").contains("nowMillis");
      assertThat(order(process, "{}").statusCode()).isEqualTo(400);
      assertThat(order(process, "{\"nowMillis\":\"5\"}").statusCode()).isEqualTo(400);
      assertThat(order(process, "{\"nowMillis\":1.5}").statusCode()).isEqualTo(400);
      assertThat(order(process, "{\"nowMillis\":6,\"x\":1}").body()).contains("\"x\\\"");
      HttpResponse<String> letGo = order(process, LET_GO);
      assertThat(letGo.statusCode()).as(letGo.body()).isEqualTo(200);
      assertThat(JSON.readTree(letGo.body()).path("clock").asString()).isEqualTo("wall");
      assertThat(order(process, LET_GO).statusCode()).isEqualTo(409);
      assertThat(moveTo(process, now + MINUTE).statusCode()).isEqualTo(409);
    }
    try (AgentProcess process = AgentProcess.start(settings())) {
      JsonNode view = JSON.readTree(look(process));
      assertThat(view.path("clock").asString()).isEqualTo("wall");
      assertThat(view.path("nowMillis").asLong())
          .isCloseTo(System.currentTimeMillis(), within(MINUTE));
      assertThat(order(process, LET_GO).statusCode()).isEqualTo(409);
      long readyAt = System.currentTimeMillis();
      tell(placed());
      tell(at(readyAt).setReady(VmReady.getDefaultInstance()).build());
      tell(at(readyAt + 1_500).setDeleting(VmDeleting.getDefaultInstance()).build());
      VmAccessScan last = accessReports(1).get(0).getVms(0);
      assertThat(last.getUptimeMillis()).isEqualTo(1_500);
      assertThat(last.getTakenAtMillis()).isEqualTo(readyAt + 1_500);
    }
  }

  @Test
  void letGo_aheadOfTheWallClock_isRefused() throws Exception {
    try (AgentProcess process = AgentProcess.start(settings())) {
      long ahead = System.currentTimeMillis() + 60 * MINUTE;
      assertThat(moveTo(process, ahead).statusCode()).isEqualTo(200);
      HttpResponse<String> refused = order(process, LET_GO);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("the wall clock, now ").contains(Long.toString(ahead));
      assertThat(JSON.readTree(look(process)).path("clock").asString()).isEqualTo("stepped");
    }
  }

  @Test
  void moves_takeInWhatWasPlacedAndWaitForNothingElse() throws Exception {
    try (AgentProcess process = AgentProcess.start(settings())) {
      assertThat(moveTo(process, DAY).statusCode()).isEqualTo(200);
      tell(placed());
      tell(event().setReady(VmReady.getDefaultInstance()).build());
      JsonNode moved = JSON.readTree(moveTo(process, DAY + 1_000).body());
      assertThat(moved.path("vms").asInt()).isEqualTo(1);
      long began = System.nanoTime();
      for (int i = 1; i <= MOVES; i++) {
        assertThat(moveTo(process, DAY + MINUTE * i).statusCode()).isEqualTo(200);
      }
      Duration each = Duration.ofNanos((System.nanoTime() - began) / MOVES);
      // a poll that finds nothing takes 200 ms, and a fetch of the broker's 500 ms
      assertThat(each).isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void settingsThatKafkaRefuses_areToldAndNothingIsLeftRunning() throws Exception {
    assertThatThrownBy(() -> AgentProcess.start(settings("nonsense")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Kafka's clients refuse their settings")
        .hasMessageContaining("nonsense");
    // the state directory is free again
    AgentProcess.start(settings()).close();
  }

  private AgentSettings settings() {
    return settings(TestBus.bootstrapServers());
  }

  private AgentSettings settings(String bootstrapServers) {
    return new AgentSettings(
        List.of(world.uri()),
        List.of(host),
        directory.resolve("state"),
        1,
        new SimulationSettings(128L << 20, KernelDelays.PUBLISHED, StuckFaults.NONE),
        Optional.empty(),
        OptionalInt.of(0),
        Optional.of(
            new TelemetrySettings(
                Map.of("bootstrap.servers", bootstrapServers),
                true,
                new Sampling(10, 30),
                1,
                Scenario.S182)));
  }

  private PlacementEvent placed() {
    return event()
        .setPlaced(
            VmPlaced.newBuilder()
                .setAllocation(
                    VmAllocation.newBuilder()
                        .setHostId(host)
                        .setVcpus(2)
                        .setLocalMib(4_096)
                        .setAttempt(1))
                .setProfile(VmProfile.newBuilder().setMemoryMib(4_096).setCustomer("acme")))
        .build();
  }

  private PlacementEvent.Builder event() {
    return at(System.currentTimeMillis());
  }

  private PlacementEvent.Builder at(long wallMillis) {
    return PlacementEvent.newBuilder()
        .setVmId(vmId)
        .setHeader(
            EventHeader.newBuilder().setSequence(++sequence).setOccurredAtMillis(wallMillis));
  }

  private static void tell(PlacementEvent event) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBus.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer
          .send(new ProducerRecord<>(Topics.PLACEMENTS, event.getVmId(), event.toByteArray()))
          .get();
    }
  }

  private HttpResponse<String> moveTo(AgentProcess process, long millis) throws Exception {
    return order(process, "{\"nowMillis\":" + millis + "}");
  }

  private HttpResponse<String> order(AgentProcess process, String body) throws Exception {
    return client.send(
        clock(process).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
  }

  private String look(AgentProcess process) throws Exception {
    return client.send(clock(process).build(), BodyHandlers.ofString()).body();
  }

  private static HttpRequest.Builder clock(AgentProcess process) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + process.controlPort().getAsInt() + "/v1/clock"));
  }

  private List<HostPmuReport> pmuReports(int count) {
    return counters.await(host, count, PATIENCE).stream()
        .map(
            read -> {
              try {
                return BusCodec.HOST_PMU.decode(read.value());
              } catch (UnreadableRecordException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  private List<HostAccessReport> accessReports(int count) {
    return scans.await(host, count, PATIENCE).stream()
        .map(
            read -> {
              try {
                return BusCodec.HOST_ACCESS.decode(read.value());
              } catch (UnreadableRecordException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }
}
