package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.FenceView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolFailure.AffectedVm;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.emulator.EmulatorProcess;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.Rig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drills over emulators in processes of their own, which are killed or lose what they had. */
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

  @Test
  void emcThatComesBackOlder_isNamedNotBelievedAndReplaced() throws Exception {
    Path data = directory.resolve("older");
    EmulatorProcess before = EmulatorProcess.start(data, "0", "--faults");
    Agent first = wire("e3", plug(before, "e3", 8), 8);
    Agent second = rig.host("e3", "e3-h2");
    online(first, "e3past.1", "e3-h", "e3", 2);
    online(first, "e3kept.1", "e3-h", "e3", 1);
    // the copy that it goes back to is what it has when it starts
    before.kill();
    EmulatorProcess emc =
        EmulatorProcess.start(data, Integer.toString(before.uri().getPort()), "--faults");
    try {
      giveBack(first, "e3past.1");
      online(second, "e3now.1", "e3-h2", "e3", 2);
      online(first, "e3leaving.1", "e3-h", "e3", 2);
      online(second, "e3gone.1", "e3-h2", "e3", 1);
      giveBack(second, "e3gone.1");
      api.withdraw("e3leaving.1");
      HostCommand leaving = first.read(10_000).get(0);
      assertThat(audit("e3").differences()).isEmpty();

      order(emc, "e3", "{\"kind\":\"OLDER\",\"calls\":[\"READ\"],\"updates\":64}");
      // it names the host that gave these back as the owner of what another has online
      assertThat(table(emc, "e3").entries().subList(0, 2))
          .containsExactly(new TableEntry(0, 0, 1), new TableEntry(1, 0, 1));
      assertThat(api.slices("e3").subList(0, 2))
          .extracting(SliceView::hostId, SliceView::state, SliceView::generation)
          .containsOnly(tuple("e3-h2", SliceState.ONLINE, 3L));
      mustName("e3", 0, 1, 3, 4, 5);

      // neither is believed given up nor given what the table has otherwise
      first.obey(leaving);
      assertThat(api.grant("e3more.1", "e3-h", "e3", 3).status()).isEqualTo(201);
      await().atMost(SOON).until(() -> differing("e3") == 3);
      assertThat(api.grant("e3more.1").slices()).containsExactly(5, 6, 7);
      assertThat(first.read(0)).isEmpty();
      assertThat(api.grant("e3leaving.1").state()).isEqualTo(GrantState.RELEASING);
      assertThat(api.grant("e3none.1", "e3-h2", "e3", 1).code()).isEqualTo("pool-exhausted");
      assertThat(table(emc, "e3").entries().subList(0, 6))
          .containsExactly(
              new TableEntry(0, 0, 1),
              new TableEntry(1, 0, 1),
              new TableEntry(2, 0, 1),
              new TableEntry(3, null, 0),
              new TableEntry(4, null, 0),
              new TableEntry(5, null, 0));
      mustName("e3", 0, 1, 3, 4, 5);

      assertThat(fail("e3").affected())
          .containsExactly(
              new AffectedVm("e3kept", "e3kept.1", "e3-h", 1, 1, true),
              new AffectedVm("e3more", "e3more.1", "e3-h", 3, 2, true),
              new AffectedVm("e3now", "e3now.1", "e3-h2", 2, 2, true));
      replaceAndUseAgain("e3", plug(emc, "e3b", 8), 8, first, second);
    } finally {
      emc.kill();
    }
  }

  @Test
  void emcThatForgetsWhatWasReadBack_isNamedNotBelievedAndReplaced() throws Exception {
    EmulatorProcess emc = EmulatorProcess.start(directory.resolve("forgets"), "0", "--faults");
    try {
      Agent first = wire("e4", plug(emc, "e4", 6), 6);
      Agent second = rig.host("e4", "e4-h2");
      online(first, "e4kept.1", "e4-h", "e4", 1);
      online(first, "e4leaving.1", "e4-h", "e4", 2);
      api.withdraw("e4leaving.1");
      HostCommand leaving = first.read(10_000).get(0);
      order(emc, "e4", "{\"kind\":\"FORGET\",\"calls\":[\"CHANGE\"],\"reads\":1000000}");
      online(second, "e4lost.1", "e4-h2", "e4", 2);
      assertThat(table(emc, "e4").entries().subList(3, 5))
          .containsExactly(new TableEntry(3, 1, 1), new TableEntry(4, 1, 1));
      assertThat(audit("e4").differences()).isEmpty();

      // the next change loses the one before, under a host that has it online
      first.obey(leaving);
      await().atMost(SOON).until(() -> released("e4leaving.1"));
      assertThat(table(emc, "e4").entries().subList(3, 5))
          .containsExactly(new TableEntry(3, null, 0), new TableEntry(4, null, 0));
      mustName("e4", 3, 4);
      online(first, "e4next.1", "e4-h", "e4", 3);
      assertThat(api.grant("e4next.1").slices()).containsExactly(1, 2, 5);
      assertThat(api.grant("e4none.1", "e4-h", "e4", 1).code()).isEqualTo("pool-exhausted");
      mustName("e4", 3, 4);

      // given back, they are not believed given up by a table that knows nothing of them
      giveUp(second, "e4lost.1");
      await().atMost(SOON).until(() -> differing("e4") == 2);
      assertThat(api.grant("e4none.1", "e4-h", "e4", 1).code()).isEqualTo("pool-exhausted");
      mustName("e4", 3, 4);
      assertThat(fail("e4").affected())
          .containsExactly(
              new AffectedVm("e4kept", "e4kept.1", "e4-h", 1, 1, true),
              new AffectedVm("e4next", "e4next.1", "e4-h", 3, 3, true));
      replaceAndUseAgain("e4", plug(emc, "e4b", 6), 6, first, second);
      assertThat(api.grant("e4lost.1").state()).isEqualTo(GrantState.RELEASED);
    } finally {
      emc.kill();
    }
  }

  private void online(Agent agent, String grantId, String host, String pool, int sizeGiB) {
    assertThat(api.grant(grantId, host, pool, sizeGiB).status()).isEqualTo(201);
    await()
        .atMost(SOON)
        .until(
            () -> {
              agent.obey(0);
              return api.grant(grantId).state() == GrantState.ONLINE;
            });
  }

  private void giveUp(Agent agent, String grantId) {
    api.withdraw(grantId);
    agent.obey(10_000);
  }

  private void giveBack(Agent agent, String grantId) {
    giveUp(agent, grantId);
    await().atMost(SOON).until(() -> released(grantId));
  }

  private boolean released(String grantId) {
    return api.grant(grantId).state() == GrantState.RELEASED;
  }

  private PoolAudit audit(String pool) {
    return api.get("/v1/pools/" + pool + "/audit").as(PoolAudit.class);
  }

  /** Makes sure that an audit names these entries as gone back, and nothing else. */
  private void mustName(String pool, Integer... slices) {
    assertThat(audit(pool).differences())
        .allSatisfy(
            difference -> {
              assertThat(difference.kind()).isEqualTo(PoolAudit.Kind.TABLE_DIFFERS);
              assertThat(difference.repair()).isEqualTo(RepairStep.Kind.NONE);
              assertThat(difference.advice()).contains("declare the EMC failed and replace it");
            })
        .extracting(PoolAudit.Difference::slice)
        .containsExactly(slices);
  }

  private double differing(String pool) {
    return rig.replica()
        .part(MeterRegistry.class)
        .get("tarn.pool.device.differing")
        .tag("pool", pool)
        .gauge()
        .value();
  }

  private PoolFailure fail(String pool) {
    return api.call("POST", "/v1/pools/" + pool + "/fail", new FailRequest("not to be trusted", 1))
        .as(PoolFailure.class);
  }

  private void replaceAndUseAgain(String pool, URI place, int capacityGiB, Agent... agents) {
    assertThat(
            api.call("POST", "/v1/pools/" + pool + "/replace", new ReplaceRequest(place, 1))
                .status())
        .isEqualTo(200);
    List.of(agents).forEach(agent -> agent.obey(0));
    await().atMost(SOON).until(() -> api.pool(pool).freeGiB() == capacityGiB);
    assertThat(audit(pool).differences()).isEmpty();
    online(agents[0], pool + "all.1", pool + "-h", pool, capacityGiB);
    assertThat(audit(pool).differences()).isEmpty();
  }

  private static void order(EmulatorProcess emulator, String device, String fault) {
    Api.Answer answer =
        new Api(emulator.uri())
            .call("PUT", "/v1/emcs/" + device + "/faults", "{\"faults\":[" + fault + "]}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private static TableView table(EmulatorProcess emulator, String device) {
    return new Api(emulator.uri()).get("/v1/emcs/" + device + "/table").as(TableView.class);
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
