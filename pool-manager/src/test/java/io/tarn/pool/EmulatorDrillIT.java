package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.FenceView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolFailure.AffectedVm;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.emulator.EmulatorProcess;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drills over emulators in processes of their own, which are killed. */
class EmulatorDrillIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();
  @TempDir private Path directory;

  @Test
  void emcThatDies_isFailedReplacedAndUsedAgain() throws Exception {
    EmulatorProcess old = EmulatorProcess.start(directory.resolve("old"));
    EmulatorProcess fresh = EmulatorProcess.start(directory.resolve("fresh"));
    try {
      Agent agent = wire("e1", plug(old, "e1", 8), 8);
      for (int turn = 1; turn <= 2; turn++) {
        api.grant("e1vm." + turn, "e1-h", "e1", 3);
        agent.obey(10_000);
      }
      // the first attempt goes back while the second stays
      agent.obey(10_000);
      await().atMost(SOON).until(() -> api.grant("e1vm.1").state() == GrantState.RELEASED);
      old.kill();
      // an EMC that is silent has not failed by itself: what is asked for waits
      assertThat(api.grant("e1other.1", "e1-h", "e1", 1).status()).isEqualTo(201);
      assertThat(api.grant("e1other.1").state()).isEqualTo(GrantState.GRANTED);
      PoolFailure failure =
          api.call("POST", "/v1/pools/e1/fail", new FailRequest("the controller burnt", 1))
              .as(PoolFailure.class);
      assertThat(failure.affected())
          .containsExactly(
              new AffectedVm("e1other", "e1other.1", "e1-h", 1, 0, true),
              new AffectedVm("e1vm", "e1vm.2", "e1-h", 3, 3, true));
      long highest =
          api.slices("e1").stream().mapToLong(slice -> slice.generation()).max().orElse(0);
      URI place = plug(fresh, "e1b", 8);
      PoolView view =
          answered("POST", "/v1/pools/e1/replace", new ReplaceRequest(place, 1)).as(PoolView.class);
      assertThat(view.incarnation()).isEqualTo(2);
      await().atMost(SOON).until(() -> api.pool("e1").freeGiB() == 5);
      assertThat(api.pool("e1").slices()).containsEntry(SliceState.LOST, 3);
      agent.obey(10_000);
      await().atMost(SOON).until(() -> api.pool("e1").freeGiB() == 8);
      TableView table = new Api(place).get(place.getPath() + "/table").as(TableView.class);
      assertThat(table.entries())
          .allSatisfy(
              entry -> {
                assertThat(entry.owner()).isNull();
                assertThat(entry.generation()).isGreaterThanOrEqualTo(2);
              });
      assertThat(table.entries().stream().mapToLong(entry -> entry.generation()).max().orElse(0))
          .isGreaterThan(highest);
      api.grant("e1vm.3", "e1-h", "e1", 8);
      agent.obey(10_000);
      assertThat(api.grant("e1vm.3").state()).isEqualTo(GrantState.ONLINE);
    } finally {
      old.kill();
      fresh.kill();
    }
  }

  @Test
  void fence_waitsForAnEmcThatIsAway() throws Exception {
    Path data = directory.resolve("emc");
    EmulatorProcess emc = EmulatorProcess.start(data);
    Agent agent = wire("e2", plug(emc, "e2", 4), 4);
    api.grant("e2vm.1", "e2-h", "e2", 4);
    agent.obey(10_000);
    emc.kill();
    FenceView fence =
        api.call("POST", "/v1/hosts/e2-h/fence", new FenceRequest("gone")).as(FenceView.class);
    assertThat(fence.waiting()).isEqualTo(4);
    assertThat(api.pool("e2").slices()).containsEntry(SliceState.QUARANTINED, 4);
    EmulatorProcess again = EmulatorProcess.start(data);
    try {
      // the same device at another address
      URI place = URI.create(again.uri() + "/v1/emcs/e2");
      assertThat(answered("PUT", "/v1/pools/e2", new PoolSpec(4, place)).status()).isEqualTo(200);
      await().atMost(SOON).until(() -> api.pool("e2").freeGiB() == 4);
      assertThat(api.get("/v1/hosts/e2-h/fence").as(FenceView.class).cleared()).isEqualTo(4);
    } finally {
      again.kill();
    }
  }

  private Agent wire(String pool, URI emc, int capacityGiB) {
    assertThat(answered("PUT", "/v1/pools/" + pool, new PoolSpec(capacityGiB, emc)).status())
        .isEqualTo(201);
    return rig.host(pool, pool + "-h");
  }

  /** An emulator that has just started may be too slow for its first call. */
  private Api.Answer answered(String method, String path, Object body) {
    return await()
        .atMost(SOON)
        .until(() -> api.call(method, path, body), answer -> answer.status() != 503);
  }

  private static URI plug(EmulatorProcess emulator, String device, int capacityGiB) {
    URI uri = URI.create(emulator.uri() + "/v1/emcs/" + device);
    new Api(emulator.uri()).call("PUT", uri.getPath() + "?capacityGiB=" + capacityGiB, null);
    return uri;
  }
}
