package io.tarn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tarn.agent.host.SimulationSettings;
import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.operation.Orders;
import io.tarn.agent.world.HttpWorld;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.SliceRef;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AgentProcessTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> HOSTS =
      IntStream.range(0, 120).mapToObj(number -> "h" + number).toList();

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path directory;
  private HttpWorld world;

  @BeforeEach
  void start() throws IOException {
    world = new HttpWorld();
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void process_manyHosts_goesTheWholeWayOverHttpAndOverARestart() throws Exception {
    for (int slice = 0; slice < 4; slice++) {
      world.setOwner(slice, InMemoryPoolManager.PORT, 1);
    }
    String bootId;
    try (AgentProcess process = AgentProcess.start(settings(Optional.empty()))) {
      HOSTS.forEach(hostId -> world.issue(hostId, Kind.ONLINE, refs(0, 1, 2)));
      world.issue("h5", Kind.ONLINE, refs(3));
      patiently()
          .until(() -> allSay(HOSTS, 2, Seen.ONLINE) && allSay(List.of("h5"), 3, Seen.ONLINE));
      JsonNode h5 = get(process, "/v1/hosts/h5");
      assertThat(h5.path("position").asInt()).isEqualTo(2);
      assertThat(h5.path("online")).hasSize(4);
      assertThat(h5.path("online").path(3))
          .isEqualTo(
              JSON.readTree(
                  "{\"poolId\":\"p1\",\"slice\":3,\"generation\":1,\"offlineBlocks\":0,"
                      + "\"phase\":\"ONLINE\"}"));
      bootId = h5.path("bootId").asString();
      assertThat(get(process, "/v1/hosts").path("hosts")).hasSize(120);
      assertThat(get(process, "/healthz").path("status").asString()).isEqualTo("UP");
    }

    HOSTS.forEach(hostId -> world.issue(hostId, Kind.OFFLINE, refs(0)));
    try (AgentProcess process = AgentProcess.start(settings(Optional.empty()))) {
      patiently().until(() -> allSay(HOSTS, 0, Seen.OFFLINE));
      JsonNode h5 = get(process, "/v1/hosts/h5");
      assertThat(h5.path("bootId").asString()).isEqualTo(bootId);
      assertThat(h5.path("online")).hasSize(3);

      JsonNode rebooted = JSON.readTree(send(process, "POST", "/v1/hosts/h5/reboot").body());
      assertThat(rebooted.path("bootId").asString()).isNotEqualTo(bootId);
      assertThat(rebooted.path("online")).isEmpty();
      patiently().until(() -> world.manager("h5").boots().size() == 2);
      world.issue("h5", Kind.ONLINE, refs(1));
      patiently().until(() -> get(process, "/v1/hosts/h5").path("online").size() == 1);
      assertThat(send(process, "POST", "/v1/hosts/nope/reboot").statusCode()).isEqualTo(404);
      assertThat(send(process, "GET", "/v1/hosts/h5/reboot").statusCode()).isEqualTo(405);
      assertThat(send(process, "GET", "/nope").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void process_tokenDirectory_sendsEachHostsToken() throws Exception {
    Path tokens = Files.createDirectory(directory.resolve("tokens"));
    Files.writeString(tokens.resolve("h1.jwt"), "one\n");
    try (AgentProcess process = AgentProcess.start(settings(Optional.of(tokens)))) {
      patiently().until(() -> "Bearer one".equals(world.authorizations().get("h1")));
      assertThat(world.authorizations()).doesNotContainKey("h2");
      Files.writeString(tokens.resolve("h2.jwt"), "two");
      patiently().until(() -> "Bearer two".equals(world.authorizations().get("h2")));
      assertThat(process.controlPort()).isPresent();
    }
  }

  @Test
  void process_operation_isBegunAndCalledOff() throws Exception {
    OperationOrder copy = Orders.copy("o1", 1 << 20);
    try (AgentProcess process = AgentProcess.start(settings(Optional.empty()))) {
      InMemoryPoolManager manager = world.manager("h1");
      synchronized (manager) {
        manager.order(copy, "p1", refs(0));
      }
      patiently().until(() -> hasReported(manager, OperationState.RUNNING));
      synchronized (manager) {
        manager.cancel(copy, "p1");
      }
      patiently().until(() -> hasReported(manager, OperationState.CANCELLED));
      assertThat(process.controlPort()).isPresent();
    }
  }

  private static boolean hasReported(InMemoryPoolManager manager, OperationState state) {
    synchronized (manager) {
      return manager.reports().stream().anyMatch(report -> report.state() == state);
    }
  }

  @Test
  void process_stateDirectoryInUse_isRefused() throws Exception {
    try (AgentProcess process = AgentProcess.start(settings(Optional.empty()))) {
      assertThat(process.controlPort()).isPresent();
      assertThatThrownBy(() -> AgentProcess.start(settings(Optional.empty())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("other agents use the state directory");
    }
  }

  private AgentSettings settings(Optional<Path> tokens) {
    return new AgentSettings(
        List.of(world.uri()),
        HOSTS,
        directory.resolve("state"),
        1,
        new SimulationSettings(128L << 20, KernelDelays.PUBLISHED, StuckFaults.NONE),
        tokens,
        OptionalInt.of(0),
        Optional.empty());
  }

  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofMinutes(1));
  }

  private boolean allSay(List<String> hosts, int slice, Seen seen) {
    return hosts.stream().allMatch(hostId -> lastSaid(hostId, slice).equals(Optional.of(seen)));
  }

  private Optional<Seen> lastSaid(String hostId, int slice) {
    InMemoryPoolManager manager = world.manager(hostId);
    synchronized (manager) {
      return manager.acked().stream()
          .filter(observation -> observation.slice() == slice)
          .reduce((first, second) -> second)
          .map(Observation::seen);
    }
  }

  private JsonNode get(AgentProcess process, String path) throws Exception {
    HttpResponse<String> response = send(process, "GET", path);
    assertThat(response.statusCode()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private HttpResponse<String> send(AgentProcess process, String method, String path)
      throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + process.controlPort().getAsInt() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static SliceRef[] refs(int... slices) {
    return IntStream.of(slices).mapToObj(n -> new SliceRef(n, 1)).toArray(SliceRef[]::new);
  }
}
