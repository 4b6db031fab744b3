package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolFailure.AffectedVm;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** An EMC that fails and is replaced. */
class FailureIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void failure_listsEveryVmStopsGrantsAndTellsEverybody() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.SLICES)) {
      rig.pool("f1", 8);
      Agent first = rig.host("f1", "f1-h1");
      Agent second = rig.host("f1", "f1-h2");
      api.grant("f1vm1.1", "f1-h1", "f1", 2);
      first.obey(10_000);
      api.grant("f1vm2.1", "f1-h2", "f1", 3);
      second.obey(10_000);
      api.grant("f1vm3.1", "f1-h2", "f1", 1);
      second.obey(10_000);
      api.withdraw("f1vm3.1");
      second.read(10_000);
      assertThat(api.pool("f1").failed()).isFalse();

      PoolFailure failure = fail("f1", null).as(PoolFailure.class);
      assertThat(failure.incarnation()).isEqualTo(1);
      assertThat(failure.reason()).isEqualTo("dark");
      assertThat(failure.replacedAtMillis()).isNull();
      assertThat(failure.lostGiB()).isEqualTo(8);
      assertThat(failure.affected())
          .containsExactly(
              new AffectedVm("f1vm1", "f1vm1.1", "f1-h1", 2, 2, true),
              new AffectedVm("f1vm2", "f1vm2.1", "f1-h2", 3, 3, true),
              new AffectedVm("f1vm3", "f1vm3.1", "f1-h2", 1, 1, false));
      assertThat(fail("f1", 1).as(PoolFailure.class)).isEqualTo(failure);
      assertThat(api.get("/v1/pools/f1/affected-vms").as(PoolFailure.class)).isEqualTo(failure);
      assertThat(api.pool("f1").slices()).containsEntry(SliceState.LOST, 8);
      assertThat(api.pool("f1").failedAtMillis()).isEqualTo(failure.failedAtMillis());
      assertThat(api.grant("f1vm1.1").state()).isEqualTo(GrantState.LOST);
      assertThat(api.grant("f1vm3.1").state()).isEqualTo(GrantState.RELEASING);
      assertThat(api.grant("f1vm4.1", "f1-h1", "f1", 1).code()).isEqualTo("pool-failed");
      assertThat(fail("f1", 2).code()).isEqualTo("incarnation-differs");
      assertThat(fail("f1none", null).status()).isEqualTo(404);
      assertThat(api.get("/v1/pools/f1none/affected-vms").body())
          .contains("there is no pool f1none");
      for (String bad :
          List.of("{}", "{\"reason\":\" \"}", "{\"reason\":\"r\",\"incarnation\":0}")) {
        assertThat(api.call("POST", "/v1/pools/f1/fail", bad).code()).isEqualTo("invalid-request");
      }
      assertThat(api.put("/v1/pools/f1", new PoolSpec(8, rig.emcs().uri("f1elsewhere"))).status())
          .isIn(409, 503);

      List<HostCommand> told = second.read(10_000);
      assertThat(told).extracting(HostCommand::kind).containsOnly(HostCommand.Kind.OFFLINE);
      assertThat(told.stream().flatMap(command -> command.slices().stream())).hasSize(4);
      tail.await("f1", 10, SOON);
      assertThat(facts(tail, "f1").subList(7, 10))
          .containsExactly(
              SliceEvent.FactCase.FAILED, SliceEvent.FactCase.LOST, SliceEvent.FactCase.LOST);
    }
  }

  @Test
  void replacement_isUsedOnceHostsHaveLetGo() {
    rig.pool("f2", 4);
    Agent agent = rig.host("f2", "f2-h");
    api.grant("f2vm.1", "f2-h", "f2", 2);
    agent.obey(10_000);
    assertThat(replace("f2", "f2new", null).code()).isEqualTo("pool-not-failed");
    fail("f2", null);
    assertThat(replace("f2", "f2none", null).code()).isEqualTo("emc-unreachable");
    rig.emcs().plug("f2small", 3);
    assertThat(replace("f2", "f2small", null).code()).isEqualTo("emc-capacity-differs");
    rig.emcs().plug("f2owned", 4).overwrite(2, 7, 1);
    assertThat(replace("f2", "f2owned", null).code()).isEqualTo("emc-in-use");
    rig.pool("f2other", 4);
    assertThat(replace("f2", "f2other", null).code()).isEqualTo("emc-in-use");
    InMemoryEmc fresh = rig.emcs().plug("f2new", 4);
    assertThat(replace("f2", "f2new", 2).code()).isEqualTo("incarnation-differs");
    PoolView view = replace("f2", "f2new", 1).as(PoolView.class);
    assertThat(view.incarnation()).isEqualTo(2);
    assertThat(view.failed()).isFalse();
    assertThat(replace("f2", "f2new", 1).as(PoolView.class).incarnation()).isEqualTo(2);
    assertThat(fail("f2", 1).code()).isEqualTo("incarnation-differs");

    await().atMost(SOON).until(() -> api.pool("f2").freeGiB() == 2);
    assertThat(api.slices("f2").subList(0, 2))
        .extracting(SliceView::state)
        .containsOnly(SliceState.LOST);
    assertThat(api.grant("f2vm2.1", "f2-h", "f2", 3).code()).isEqualTo("pool-exhausted");
    // an agent that has half of it offline still holds the slice
    HostCommand offline = agent.read(10_000).get(0);
    agent.ack("f2", offline.slices(), Seen.OFFLINING, null);
    assertThat(affected("f2").affected().get(0).heldGiB()).isEqualTo(2);
    agent.obey(offline);
    await().atMost(SOON).until(() -> api.pool("f2").freeGiB() == 4);
    assertThat(api.grant("f2vm.1").state()).isEqualTo(GrantState.RELEASED);
    assertThat(affected("f2").affected().get(0).heldGiB()).isZero();
    assertThat(affected("f2").replacedAtMillis()).isNotNull();
    // generation 1 was the old device's
    assertThat(fresh.entry(0).generation()).isEqualTo(3);
    api.grant("f2vm2.1", "f2-h", "f2", 4);
    agent.obey(10_000);
    assertThat(api.grant("f2vm2.1").state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void hostThatBootedAnew_letsGoByItsNewBoot() {
    rig.pool("f3", 2);
    Agent agent = rig.host("f3", "f3-h");
    api.grant("f3vm.1", "f3-h", "f3", 2);
    agent.obey(10_000);
    fail("f3", null);
    agent.obey(10_000);
    agent.boot(2);
    rig.emcs().plug("f3new", 2);
    replace("f3", "f3new", null);
    assertThat(api.slices("f3")).extracting(SliceView::state).containsOnly(SliceState.LOST);
    agent.obey(10_000);
    await().atMost(SOON).until(() -> api.pool("f3").freeGiB() == 2);
  }

  @Test
  void grantsThatWereBeingGivenBack_areReleasedByLateAcks() {
    InMemoryEmc emc = rig.pool("f5", 8);
    Agent agent = rig.host("f5", "f5-h");
    List<HostCommand> releases = new ArrayList<>();
    for (String vm : List.of("f5told", "f5half", "f5given")) {
      api.grant(vm + ".1", "f5-h", "f5", 2);
      agent.obey(10_000);
    }
    emc.away(true);
    for (String vm : List.of("f5told", "f5half", "f5given")) {
      api.withdraw(vm + ".1");
      releases.add(agent.read(10_000).get(0));
    }
    HostCommand told = releases.get(0);
    HostCommand half = releases.get(1);
    agent.ack("f5", half.slices().subList(0, 1), Seen.OFFLINING, null);
    agent.ack("f5", half.slices().subList(1, 2), Seen.STUCK, "pinned");
    agent.obey(releases.get(2));

    // under what its host has given up whole nothing is lost
    AffectedVm heldHalf = new AffectedVm("f5half", "f5half.1", "f5-h", 2, 2, false);
    assertThat(fail("f5", 1).as(PoolFailure.class).affected())
        .containsExactly(heldHalf, new AffectedVm("f5told", "f5told.1", "f5-h", 2, 2, false));
    assertThat(agent.read(10_000))
        .allSatisfy(command -> assertThat(command.kind()).isEqualTo(HostCommand.Kind.OFFLINE))
        .extracting(HostCommand::grantId)
        .containsExactlyInAnyOrder("f5told.1", "f5half.1");
    // what the host says to a command from before the failure counts
    agent.obey(told);
    AffectedVm letGo = new AffectedVm("f5told", "f5told.1", "f5-h", 2, 0, false);
    assertThat(fail("f5", null).as(PoolFailure.class).affected()).containsExactly(heldHalf, letGo);
    assertThat(states("f5told.1", "f5half.1", "f5given.1")).containsOnly(GrantState.RELEASING);

    rig.emcs().plug("f5new", 8);
    assertThat(replace("f5", "f5new", 1).status()).isEqualTo(200);
    await().atMost(SOON).until(() -> api.pool("f5").freeGiB() == 6);
    assertThat(states("f5told.1", "f5given.1")).containsOnly(GrantState.RELEASED);
    assertThat(states("f5half.1")).containsOnly(GrantState.RELEASING);
    assertThat(affected("f5").affected()).containsExactly(heldHalf, letGo);
    agent.obey(half);
    await().atMost(SOON).until(() -> states("f5half.1").contains(GrantState.RELEASED));
    assertThat(api.pool("f5").freeGiB()).isEqualTo(8);
    assertThat(affected("f5").affected()).extracting(AffectedVm::heldGiB).containsOnly(0);
    assertThat(agent.ack("f5", half.slices(), Seen.OFFLINE, null).results())
        .extracting(AckReply.Result::outcome)
        .containsOnly(AckReply.Outcome.REFUSED);
    assertThat(replace("f5", "f5new", 1).status()).isEqualTo(200);
    assertThat(fail("f5", 1).code()).isEqualTo("incarnation-differs");
  }

  @Test
  void replacementThatFailsToo_keepsWhatTheFirstLost() {
    rig.pool("f6", 4);
    Agent silent = rig.host("f6", "f6-h1");
    Agent agent = rig.host("f6", "f6-h2");
    api.grant("f6vm1.1", "f6-h1", "f6", 2);
    silent.obey(10_000);
    fail("f6", 1);
    rig.emcs().plug("f6b", 4);
    assertThat(replace("f6", "f6b", 1).status()).isEqualTo(200);
    await().atMost(SOON).until(() -> api.pool("f6").freeGiB() == 2);
    api.grant("f6vm2.1", "f6-h2", "f6", 2);
    agent.obey(10_000);

    // the first grant was lost once; its host still holds it
    PoolFailure second = fail("f6", 2).as(PoolFailure.class);
    assertThat(second.affected())
        .containsExactly(
            new AffectedVm("f6vm1", "f6vm1.1", "f6-h1", 2, 2, false),
            new AffectedVm("f6vm2", "f6vm2.1", "f6-h2", 2, 2, true));
    assertThat(affected("f6")).isEqualTo(second);
    PoolFailure first = api.get("/v1/pools/f6/affected-vms?incarnation=1").as(PoolFailure.class);
    assertThat(first.affected())
        .containsExactly(new AffectedVm("f6vm1", "f6vm1.1", "f6-h1", 2, 2, true));
    assertThat(first.replacedAtMillis()).isNotNull();
    assertThat(fail("f6", 1).code()).isEqualTo("incarnation-differs");
    assertThat(replace("f6", "f6b", 1).code()).isEqualTo("incarnation-differs");
    assertThat(replace("f6", "f6b", 2).code()).isEqualTo("same-device");
    InMemoryEmc third = rig.emcs().plug("f6c", 4);
    assertThat(replace("f6", "f6c", 2).as(PoolView.class).incarnation()).isEqualTo(3);
    assertThat(replace("f6", "f6b", null).code()).isEqualTo("pool-not-failed");
    assertThat(fail("f6", 2).code()).isEqualTo("incarnation-differs");

    assertThat(api.pool("f6").slices()).containsEntry(SliceState.LOST, 4);
    silent.obey(10_000);
    agent.obey(10_000);
    await().atMost(SOON).until(() -> api.pool("f6").freeGiB() == 4);
    assertThat(states("f6vm1.1", "f6vm2.1")).containsOnly(GrantState.RELEASED);
    // two above the first device's for what it still had, two above the second's for the rest
    assertThat(third.entry(0).generation()).isEqualTo(3);
    assertThat(third.entry(2).generation()).isEqualTo(5);
  }

  private List<GrantState> states(String... grantIds) {
    return Stream.of(grantIds).map(grantId -> api.grant(grantId).state()).toList();
  }

  @RepeatedTest(3)
  void grantsAtTheSameTime_areLostOrRefused(RepetitionInfo run) throws Exception {
    String pool = "f4-" + run.getCurrentRepetition();
    rig.pool(pool, 64);
    Agent agent = rig.host(pool, pool + "-h");
    ExecutorService threads = Executors.newFixedThreadPool(9);
    try {
      CountDownLatch under = new CountDownLatch(24);
      List<Future<List<Api.Answer>>> askers = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        String vm = pool + "-vm" + thread + "-";
        askers.add(
            threads.submit(
                () -> {
                  List<Api.Answer> answers = new ArrayList<>();
                  for (int n = 0; n < 12; n++) {
                    answers.add(api.grant(vm + n + ".1", pool + "-h", pool, 1));
                    api.withdraw(vm + (n - 1) + ".1");
                    under.countDown();
                  }
                  return answers;
                }));
      }
      assertThat(under.await(60, TimeUnit.SECONDS)).isTrue();
      PoolFailure failure = fail(pool, null).as(PoolFailure.class);
      int given = 0;
      for (Future<List<Api.Answer>> asker : askers) {
        for (Api.Answer answer : asker.get()) {
          assertThat(answer.status() == 201 || "pool-failed".equals(answer.code()))
              .as(answer.body())
              .isTrue();
          given += answer.status() == 201 ? 1 : 0;
        }
      }
      assertThat(given).isGreaterThanOrEqualTo(24);
      assertThat(api.pool(pool).slices()).containsEntry(SliceState.LOST, 64);
      for (AffectedVm vm : failure.affected()) {
        assertThat(api.grant(vm.grantId()).state())
            .isEqualTo(vm.live() ? GrantState.LOST : GrantState.RELEASING);
      }
    } finally {
      threads.shutdownNow();
    }
    rig.emcs().plug(pool + "new", 64);
    replace(pool, pool + "new", null);
    await()
        .atMost(SOON)
        .until(
            () -> {
              agent.obey(0);
              return api.pool(pool).freeGiB() == 64;
            });
  }

  private Api.Answer fail(String pool, @Nullable Integer incarnation) {
    return api.call("POST", "/v1/pools/" + pool + "/fail", new FailRequest("dark", incarnation));
  }

  private Api.Answer replace(String pool, String device, @Nullable Integer incarnation) {
    return api.call(
        "POST",
        "/v1/pools/" + pool + "/replace",
        new ReplaceRequest(rig.emcs().uri(device), incarnation));
  }

  private PoolFailure affected(String pool) {
    return api.get("/v1/pools/" + pool + "/affected-vms").as(PoolFailure.class);
  }

  private static List<SliceEvent.FactCase> facts(TopicTail tail, String pool) {
    return tail.seen().stream()
        .filter(record -> pool.equals(record.key()))
        .map(record -> decoded(record.value()).getFactCase())
        .toList();
  }

  private static SliceEvent decoded(byte[] value) {
    try {
      return BusCodec.SLICES.decode(value);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }
}
