package io.tarn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  private static final String HOST = "telemetry-host";
  private static final long DAY = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path directory;
  private HttpWorld world;
  private TopicTail counters;
  private TopicTail scans;
  private long sequence;

  @BeforeEach
  void start() throws Exception {
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
    assertThat(counters.await(HOST, 1, PATIENCE)).as("nothing was read twice").hasSize(1);
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
        world.uri(),
        List.of(HOST),
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
                        .setHostId(HOST)
                        .setVcpus(2)
                        .setLocalMib(4_096)
                        .setAttempt(1))
                .setProfile(VmProfile.newBuilder().setMemoryMib(4_096).setCustomer("acme")))
        .build();
  }

  private PlacementEvent.Builder event() {
    return PlacementEvent.newBuilder()
        .setVmId("telemetry-vm")
        .setHeader(
            EventHeader.newBuilder()
                .setSequence(++sequence)
                .setOccurredAtMillis(System.currentTimeMillis()));
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
    URI uri = URI.create("http://127.0.0.1:" + process.controlPort().getAsInt() + "/v1/clock");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .POST(BodyPublishers.ofString("{\"nowMillis\":" + millis + "}"))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private List<HostPmuReport> pmuReports(int count) {
    return counters.await(HOST, count, PATIENCE).stream()
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
    return scans.await(HOST, count, PATIENCE).stream()
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
