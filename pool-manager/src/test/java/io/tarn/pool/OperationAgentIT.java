package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.agent.host.HostState;
import io.tarn.agent.host.Peers;
import io.tarn.agent.host.SimulatedHost;
import io.tarn.agent.host.SimulationSettings;
import io.tarn.agent.http.HttpEmcReader;
import io.tarn.agent.http.HttpPoolManager;
import io.tarn.agent.http.Tokens;
import io.tarn.agent.kernel.KernelDelays;
import io.tarn.agent.kernel.MoveSettings;
import io.tarn.agent.kernel.StuckFaults;
import io.tarn.agent.kernel.UsedShare;
import io.tarn.agent.state.StateDirectory;
import io.tarn.agent.strand.PooledStrand;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.OperationView;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real agent of a simulated host does what the manager is asked for, over HTTP. */
class OperationAgentIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  @TempDir private Path directory;

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void operations_ofARealAgent() throws IOException {
    rig.pool("oa", 4);
    assertThat(api.call("PUT", "/v1/pools/oa/hosts/oa-h", null).status()).isEqualTo(201);
    try (StateDirectory states = StateDirectory.open(directory)) {
      SimulatedHost host = host("oa-h", states, new MoveSettings(4_000, 0));
      host.start();
      await().atMost(SOON).until(() -> api.grant("oavm.1", "oa-h", "oa", 4).status() < 300);
      await().atMost(SOON).until(() -> api.grant("oavm.1").state() == GrantState.ONLINE);

      put("attach", request(OperationKind.ATTACH, null));
      await().atMost(SOON).until(() -> view("attach").state() == OperationState.DONE);

      put("copy", request(OperationKind.COPY, 512L));
      await().atMost(SOON).until(() -> view("copy").doneMiB() > 0);
      assertThat(view("copy").state().ended()).isFalse();
      await().atMost(SOON).until(() -> view("copy").state() == OperationState.DONE);
      OperationView copied = view("copy");
      assertThat(copied.doneMiB()).isEqualTo(512);

      put("long", request(OperationKind.COPY, 4096L));
      await().atMost(SOON).until(() -> view("long").state() == OperationState.RUNNING);
      api.call("DELETE", "/v1/hosts/oa-h/operations/long", null);
      await().atMost(SOON).until(() -> view("long").state() == OperationState.CANCELLED);
      assertThat(view("long").doneMiB()).isLessThan(4096);

      put("boot", request(OperationKind.COPY, 4096L));
      await().atMost(SOON).until(() -> view("boot").state() == OperationState.RUNNING);
      assertThat(host.reboot().join().bootId()).isEqualTo(host.bootId());
      await().atMost(SOON).until(() -> view("boot").state() == OperationState.FAILED);
      assertThat(view("boot").cause()).isEqualTo("host-rebooted");
      await().atMost(SOON).until(() -> api.grant("oavm.1").state() == GrantState.ONLINE);
      put("again", request(OperationKind.ATTACH, null));
      await().atMost(SOON).until(() -> view("again").state() == OperationState.DONE);

      api.put("/v1/grants/oavm.1/departure", Map.of("inMillis", 0));
      await().atMost(SOON).until(() -> departure().drainedMiB() > 0);
      assertThat(
              api.put("/v1/hosts/oa-h/operations/part", request(OperationKind.ATTACH, null)).code())
          .isEqualTo("grant-draining");
      // a boot has everything online, so it is told again
      host.reboot().join();
      await().atMost(SOON).until(() -> departure().drainedMiB() == 0);
      await().atMost(SOON).until(() -> departure().drainedMiB() > 0);
      // what comes back is waited for
      api.put("/v1/grants/oavm.1/departure", Map.of("inMillis", 3_600_000));
      put("whole", request(OperationKind.ATTACH, null));
      await().atMost(SOON).until(() -> view("whole").state() == OperationState.DONE);
      await().atMost(SOON).until(() -> departure().drainedMiB() == 0);
    }
  }

  private DepartureView departure() {
    return api.get("/v1/grants/oavm.1/departure").as(DepartureView.class);
  }

  @Test
  void copy_ofPinnedMemoryFailsWithTheCause() throws IOException {
    rig.pool("op", 2);
    assertThat(api.call("PUT", "/v1/pools/op/hosts/op-h", null).status()).isEqualTo(201);
    try (StateDirectory states = StateDirectory.open(directory)) {
      host("op-h", states, new MoveSettings(10, 1)).start();
      await().atMost(SOON).until(() -> api.grant("opvm.1", "op-h", "op", 2).status() < 300);
      OperationRequest copy =
          new OperationRequest(OperationKind.COPY, "opvm", "opvm.1", null, null, 2048L, 60_000);
      assertThat(api.put("/v1/hosts/op-h/operations/c", copy).status()).isEqualTo(201);
      await()
          .atMost(SOON)
          .until(
              () -> api.get("/v1/hosts/op-h/operations/c").as(OperationView.class).state().ended());
      OperationView failed = api.get("/v1/hosts/op-h/operations/c").as(OperationView.class);
      assertThat(failed.state()).isEqualTo(OperationState.FAILED);
      assertThat(failed.cause()).isEqualTo("pinned");
    }
  }

  private SimulatedHost host(String hostId, StateDirectory states, MoveSettings moves) {
    HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
    long blockBytes = 128L << 20;
    return new SimulatedHost(
        HostState.firstBoot(
            hostId, new BootReport(hostId + "-b", Clock.systemUTC().millis(), blockBytes)),
        new SimulationSettings(
            blockBytes, KernelDelays.PUBLISHED, StuckFaults.NONE, moves, UsedShare.ANY),
        new Peers(
            new HttpPoolManager(client, List.of(api.base()), Tokens.none()),
            new HttpEmcReader(client),
            states),
        new PooledStrand(threads, Clock.systemUTC()),
        () -> UUID.randomUUID().toString(),
        new SplittableRandom(7));
  }

  private static OperationRequest request(OperationKind kind, @Nullable Long memoryMiB) {
    return new OperationRequest(kind, "oavm", "oavm.1", null, null, memoryMiB, 60_000);
  }

  private void put(String operationId, OperationRequest request) {
    assertThat(api.put("/v1/hosts/oa-h/operations/" + operationId, request).status())
        .isEqualTo(201);
  }

  private OperationView view(String operationId) {
    return api.get("/v1/hosts/oa-h/operations/" + operationId).as(OperationView.class);
  }
}
