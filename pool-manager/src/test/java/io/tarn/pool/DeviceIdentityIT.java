package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Rig;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A device serves one pool, whatever address it answers at, and a pool has one device. */
class DeviceIdentityIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void secondPool_onTheSameDeviceIsRefused() {
    InMemoryEmc emc = rig.pool("i1", 4);
    assertThat(api.pool("i1").deviceId()).isEqualTo(emc.deviceId());
    for (URI place : List.of(here("i1"), alias("i1"))) {
      Api.Answer refused = api.put("/v1/pools/i1b", new PoolSpec(4, place));
      assertProblem(refused, "emc-in-use", "the EMC at " + place + " serves pool i1");
      assertThat(refused.tree().path("accepted").asString()).isEqualTo("an EMC of no other pool");
    }
    Api.Answer slash =
        api.put("/v1/pools/i1b", "{\"capacityGiB\":4,\"emc\":\"" + here("i1") + "/\"}");
    assertThat(slash.code()).isEqualTo("invalid-request");
    assertThat(api.get("/v1/pools/i1b").status()).isEqualTo(404);
  }

  @Test
  void pool_movesWithItsDeviceOnly() {
    InMemoryEmc emc = rig.pool("i2", 4);
    rig.pool("i2other", 4);
    InMemoryEmc another = rig.emcs().plug("i2another", 4);
    assertProblem(
        api.put("/v1/pools/i2", new PoolSpec(4, alias("i2other"))),
        "emc-in-use",
        "the EMC at " + alias("i2other") + " serves pool i2other");
    Api.Answer refused = api.put("/v1/pools/i2", new PoolSpec(4, here("i2another")));
    assertProblem(
        refused,
        "another-device",
        "the EMC at "
            + here("i2another")
            + " is device "
            + another.deviceId()
            + ", but pool i2 is served by device "
            + emc.deviceId()
            + "; another takes its place by POST /v1/pools/i2/fail and /replace");
    assertThat(refused.tree().path("field").asString()).isEqualTo("emc");
    assertThat(refused.tree().path("accepted").asString())
        .isEqualTo("an address of device " + emc.deviceId());
    assertThat(api.pool("i2").emc()).isEqualTo(here("i2"));

    // the same device at another address
    Agent agent = rig.host("i2", "i2-h");
    api.grant("i2vm.1", "i2-h", "i2", 2);
    agent.obey(10_000);
    rig.emcs().plug("i2moved", emc);
    rig.emcs().plug("i2", another);
    PoolView moved = api.put("/v1/pools/i2", new PoolSpec(4, here("i2moved"))).as(PoolView.class);
    assertThat(moved.emc()).isEqualTo(here("i2moved"));
    assertThat(moved.deviceId()).isEqualTo(emc.deviceId());
    api.grant("i2vm2.1", "i2-h", "i2", 2);
    agent.obey(10_000);
    assertThat(api.grant("i2vm2.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(audit("i2").differences()).isEmpty();
    assertThat(audit("i2").deviceUnread()).isNull();
    assertThat(another.asked()).isEmpty();
  }

  @Test
  void replacement_isAnotherDeviceAndNoOtherPools() {
    InMemoryEmc failed = rig.pool("i3", 4);
    rig.pool("i3other", 4);
    fail("i3");
    assertProblem(
        replace("i3", alias("i3other")),
        "emc-in-use",
        "the EMC at " + alias("i3other") + " serves pool i3other");
    for (URI place : List.of(here("i3"), alias("i3"))) {
      assertProblem(
          replace("i3", place),
          "same-device",
          "the EMC at " + place + " is device " + failed.deviceId() + ", which has failed");
    }
    assertThat(api.pool("i3").failed()).isTrue();
    // another one at the very address
    InMemoryEmc fresh = rig.emcs().plug("i3", 4);
    PoolView view = replace("i3", here("i3")).as(PoolView.class);
    assertThat(view.incarnation()).isEqualTo(2);
    assertThat(view.deviceId()).isEqualTo(fresh.deviceId());
    await().atMost(SOON).until(() -> api.pool("i3").freeGiB() == 4);
  }

  @RepeatedTest(3)
  void declarations_atTheSameTime_oneWins(RepetitionInfo run) throws Exception {
    String name = "i4-" + run.getCurrentRepetition();
    InMemoryEmc emc = rig.emcs().plug(name, 4);
    List<Callable<Api.Answer>> calls = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      String pool = name + "-" + n;
      PoolSpec spec = new PoolSpec(4, n % 2 == 0 ? here(name) : alias(name));
      calls.add(() -> api.put("/v1/pools/" + pool, spec));
    }
    List<Api.Answer> answers = atOnce(calls);
    assertThat(answers.stream().filter(answer -> answer.status() == 201)).hasSize(1);
    PoolView winner =
        answers.stream()
            .filter(answer -> answer.status() == 201)
            .map(answer -> answer.as(PoolView.class))
            .findFirst()
            .orElseThrow();
    assertThat(winner.deviceId()).isEqualTo(emc.deviceId());
    for (Api.Answer answer : answers) {
      if (answer.status() != 201) {
        assertThat(answer.code()).as(answer.body()).isEqualTo("emc-in-use");
        assertThat(answer.body()).contains("serves pool " + winner.poolId());
      }
    }
  }

  @RepeatedTest(3)
  void movesReplacementsAndDeclarations_atTheSameTime_oneWins(RepetitionInfo run) throws Exception {
    String name = "i5-" + run.getCurrentRepetition();
    List<Callable<Api.Answer>> calls = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      String failed = name + "-f" + n;
      rig.pool(failed, 4);
      fail(failed);
      calls.add(() -> replace(failed, alias(name)));
      String old = name + "-o" + n;
      // its device is away, so that nobody knows yet which one it is
      rig.emcs().plug(old, 4).away(true);
      declareAsBefore(old, here(old));
      calls.add(() -> api.put("/v1/pools/" + old, new PoolSpec(4, here(name))));
      String fresh = name + "-n" + n;
      calls.add(() -> api.put("/v1/pools/" + fresh, new PoolSpec(4, here(name))));
    }
    InMemoryEmc emc = rig.emcs().plug(name, 4);
    List<Api.Answer> answers = atOnce(calls);
    List<PoolView> winners =
        answers.stream()
            .filter(answer -> answer.status() < 300)
            .map(answer -> answer.as(PoolView.class))
            .toList();
    assertThat(winners).singleElement().extracting(PoolView::deviceId).isEqualTo(emc.deviceId());
    assertThat(answers.stream().filter(answer -> answer.status() >= 300))
        .allSatisfy(answer -> assertThat(answer.code()).as(answer.body()).isEqualTo("emc-in-use"));
  }

  @Test
  void anotherDeviceAtTheAddress_isNeitherWrittenToNorBelieved() {
    InMemoryEmc emc = rig.pool("i6", 4);
    Agent agent = rig.host("i6", "i6-h");
    api.grant("i6vm.1", "i6-h", "i6", 1);
    agent.obey(10_000);
    // one that has what the next grant wants to read back
    InMemoryEmc another = rig.emcs().plug("i6", 4);
    another.overwrite(1, 0, 1);
    api.grant("i6vm2.1", "i6-h", "i6", 1);
    await().atMost(SOON).until(() -> wrong("i6") >= 2);
    assertThat(another.asked()).isEmpty();
    assertThat(another.entry(1)).isEqualTo(new TableEntry(1, 0, 1));
    assertThat(another.readTable().highestEpoch()).isZero();
    assertThat(api.grant("i6vm2.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(agent.read(0)).isEmpty();
    PoolAudit audit = audit("i6");
    assertThat(audit.deviceUnread())
        .startsWith("another-device: another device answers at " + here("i6"))
        .contains("this is device " + another.deviceId())
        .endsWith("the call is meant for device " + emc.deviceId());
    assertThat(audit.differences()).isEmpty();

    rig.emcs().plug("i6", emc);
    agent.obey(10_000);
    assertThat(api.grant("i6vm2.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(audit("i6").deviceUnread()).isNull();
  }

  @Test
  void poolOfBeforeDevicesHadIdentities_learnsItsDeviceUnlessItIsAnothers() {
    InMemoryEmc emc = rig.emcs().plug("i7", 4);
    declareAsBefore("i7", here("i7"));
    await().atMost(SOON).until(() -> emc.deviceId().equals(api.pool("i7").deviceId()));
    Agent agent = rig.host("i7", "i7-h");
    api.grant("i7vm.1", "i7-h", "i7", 1);
    agent.obey(10_000);
    assertThat(api.grant("i7vm.1").state()).isEqualTo(GrantState.ONLINE);

    // a second pool that was declared on it, under another address
    declareAsBefore("i7b", alias("i7"));
    Agent misled = rig.host("i7b", "i7b-h");
    api.grant("i7bvm.1", "i7b-h", "i7b", 1);
    await().atMost(SOON).until(() -> wrong("i7b") >= 2);
    assertThat(api.pool("i7b").deviceId()).isNull();
    assertThat(api.grant("i7bvm.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(misled.read(0)).isEmpty();
    assertThat(emc.asked()).hasSize(1);
    assertThat(audit("i7b").deviceUnread())
        .isEqualTo("another-device: device " + emc.deviceId() + " serves pool i7");
    assertThat(audit("i7").deviceUnread()).isNull();
    assertThat(audit("i7").differences()).isEmpty();

    // moved to an EMC of its own it goes on
    InMemoryEmc own = rig.emcs().plug("i7b", 4);
    assertThat(api.put("/v1/pools/i7b", new PoolSpec(4, here("i7b"))).as(PoolView.class).deviceId())
        .isEqualTo(own.deviceId());
    misled.obey(10_000);
    assertThat(api.grant("i7bvm.1").state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void poolOfBefore_whoseDeviceIsAway_keepsItsAddress() {
    InMemoryEmc emc = rig.emcs().plug("i8", 4);
    emc.away(true);
    declareAsBefore("i8", here("i8"));
    assertThat(api.put("/v1/pools/i8b", new PoolSpec(4, here("i8"))).code())
        .isEqualTo("emc-unreachable");
    fail("i8");
    emc.away(false);
    assertProblem(
        api.put("/v1/pools/i8b", new PoolSpec(4, here("i8"))),
        "emc-in-use",
        "the EMC at " + here("i8") + " serves pool i8");
  }

  @Test
  void poolsOfBefore_onOneDevice_oneLearnsIt() {
    InMemoryEmc emc = rig.emcs().plug("i9", 4);
    declareAsBefore("i9a", here("i9"));
    declareAsBefore("i9b", alias("i9"));
    await().atMost(SOON).until(() -> wrong("i9a") + wrong("i9b") >= 1);
    assertThat(List.of(api.pool("i9a"), api.pool("i9b")))
        .filteredOn(pool -> emc.deviceId().equals(pool.deviceId()))
        .hasSize(1);
    assertThat(List.of(api.pool("i9a"), api.pool("i9b")))
        .filteredOn(pool -> pool.deviceId() == null)
        .hasSize(1);
  }

  private URI here(String device) {
    return rig.emcs().uri(device);
  }

  /** The same address in other words. */
  private URI alias(String device) {
    return URI.create(here(device).toString().replace("127.0.0.1", "LOCALHOST"));
  }

  /** Puts a pool into the record as it was before devices had identities. */
  private void declareAsBefore(String poolId, URI emc) {
    rig.replica()
        .part(JdbcClient.class)
        .sql("insert into pool (pool_id, capacity_gib, emc) values (?, 4, ?)")
        .params(poolId, emc.toString())
        .update();
  }

  private static List<Api.Answer> atOnce(List<Callable<Api.Answer>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      CyclicBarrier start = new CyclicBarrier(calls.size());
      List<Future<Api.Answer>> futures = new ArrayList<>();
      for (Callable<Api.Answer> call : calls) {
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      List<Api.Answer> answers = new ArrayList<>();
      for (Future<Api.Answer> future : futures) {
        answers.add(future.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  private void fail(String pool) {
    assertThat(api.call("POST", "/v1/pools/" + pool + "/fail", new FailRequest("dark", 1)).status())
        .isEqualTo(200);
  }

  private Api.Answer replace(String pool, URI emc) {
    return api.call("POST", "/v1/pools/" + pool + "/replace", new ReplaceRequest(emc, 1));
  }

  private PoolAudit audit(String pool) {
    return api.get("/v1/pools/" + pool + "/audit").as(PoolAudit.class);
  }

  private double wrong(String pool) {
    Counter counter =
        rig.replica()
            .part(MeterRegistry.class)
            .find("tarn.pool.device.wrong")
            .tag("pool", pool)
            .counter();
    return counter == null ? 0 : counter.count();
  }

  private static void assertProblem(Api.Answer answer, String code, String detail) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.tree().path("type").asString()).isEqualTo("urn:tarn:problem:" + code);
    assertThat(answer.tree().path("detail").asString()).isEqualTo(detail);
  }
}
