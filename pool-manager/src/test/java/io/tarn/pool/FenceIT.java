package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.FenceView;
import io.tarn.contracts.pool.FenceView.FencedSlice;
import io.tarn.contracts.pool.FenceView.Progress;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Replica;
import io.tarn.pool.testing.ReplicaProcess;
import io.tarn.pool.testing.Rig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that is fenced. */
class FenceIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();
  @TempDir private Path directory;

  @Test
  void fence_clearsSliceBySliceAndStopsTheHost() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.SLICES)) {
      fenceAndReuse();
      // committed, online, releasing, fenced, released, then the next grant
      tail.await("n1", 7, SOON);
      List<SliceEvent> events =
          tail.seen().stream()
              .filter(record -> "n1".equals(record.key()))
              .map(record -> decoded(record.value()))
              .toList();
      assertThat(events)
          .extracting(SliceEvent::getFactCase)
          .startsWith(
              SliceEvent.FactCase.COMMITTED,
              SliceEvent.FactCase.ONLINE,
              SliceEvent.FactCase.RELEASING,
              SliceEvent.FactCase.FENCED,
              SliceEvent.FactCase.RELEASED);
      assertThat(events.get(3).getFenced().getSlicesList()).containsExactly(0, 1, 2);
    }
  }

  private static SliceEvent decoded(byte[] value) {
    try {
      return BusCodec.SLICES.decode(value);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private void fenceAndReuse() {
    InMemoryEmc emc = rig.pool("n1", 4);
    Agent agent = rig.host("n1", "n1-h");
    api.grant("n1vm.1", "n1-h", "n1", 3);
    agent.obey(10_000);
    // what cannot be read back stays
    emc.overwrite(2, 60, 9);
    FenceView fence = fence(api, "n1-h").as(FenceView.class);
    assertThat(fence.reason()).isEqualTo("power is off");
    assertThat(fence.slices()).extracting(FencedSlice::generation).containsExactly(1L, 1L, 1L);
    await().atMost(SOON).until(() -> fenceOf("n1-h").cleared() == 2);
    await().atMost(SOON).until(() -> api.pool("n1").freeGiB() == 3);
    assertThat(fenceOf("n1-h").slices().get(2))
        .isEqualTo(new FencedSlice("n1", 2, 1, Progress.WAITING, "fencing: power is off"));
    assertThat(api.slices("n1").get(2).state()).isEqualTo(SliceState.QUARANTINED);
    assertThat(api.grant("n1vm.1").state()).isEqualTo(GrantState.RELEASING);

    double refused = rejections("observation");
    assertThat(api.grant("n1vm2.1", "n1-h", "n1", 1).code()).isEqualTo("host-not-poolable");
    assertThat(rejections("grant")).isGreaterThanOrEqualTo(1);
    HostCommand told = agent.read(10_000).get(0);
    assertThat(told.kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    AckReply reply = agent.ack("n1", told.slices(), Seen.OFFLINE, null);
    assertThat(reply.results())
        .extracting(AckReply.Result::reason)
        .containsOnly("host n1-h is fenced: power is off");
    assertThat(rejections("observation")).isEqualTo(refused + 3);
    assertThat(fence(api, "n1-h").as(FenceView.class).fencedAtMillis())
        .isEqualTo(fence.fencedAtMillis());

    emc.overwrite(2, 0, 1);
    await().atMost(SOON).until(() -> fenceOf("n1-h").waiting() == 0);
    await().atMost(SOON).until(() -> api.grant("n1vm.1").state() == GrantState.RELEASED);
    agent.boot(2);
    assertThat(api.get("/v1/hosts/n1-h/fence").status()).isEqualTo(404);
    assertThat(api.get("/v1/hosts/n1-h/fence").body()).contains("there is no fence of host n1-h");
    assertThat(api.get("/v1/hosts/n1-none/fence").body()).contains("there is no host n1-none");
    assertThat(api.grant("n1vm3.1", "n1-h", "n1", 4).status()).isEqualTo(201);
    agent.obey(10_000);
    assertThat(api.grant("n1vm3.1").state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void fence_thatIsLiftedLeavesTheRestToTheHost() {
    InMemoryEmc emc = rig.pool("n2", 2);
    Agent agent = rig.host("n2", "n2-h");
    api.grant("n2vm.1", "n2-h", "n2", 2);
    agent.obey(10_000);
    emc.away(true);
    fence(api, "n2-h");
    assertThat(fenceOf("n2-h").waiting()).isEqualTo(2);
    assertThat(api.call("DELETE", "/v1/hosts/n2-h/fence", null).status()).isEqualTo(204);
    assertThat(api.call("DELETE", "/v1/hosts/n2-h/fence", null).status()).isEqualTo(204);
    assertThat(api.call("DELETE", "/v1/hosts/n2none/fence", null).status()).isEqualTo(404);
    assertThat(fence(api, "n2none").status()).isEqualTo(404);
    assertThat(api.slices("n2")).extracting(SliceView::state).containsOnly(SliceState.RELEASING);
    emc.away(false);
    agent.obey(10_000);
    await().atMost(SOON).until(() -> api.pool("n2").freeGiB() == 2);
  }

  @RepeatedTest(3)
  void grantsAtTheSameTime_areFencedOrRefused(RepetitionInfo run) throws Exception {
    String pool = "n3-" + run.getCurrentRepetition();
    rig.pool(pool, 64);
    rig.host(pool, pool + "-h");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      CountDownLatch under = new CountDownLatch(16);
      List<Future<List<Api.Answer>>> askers = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        String vm = pool + "-vm" + thread + "-";
        askers.add(
            threads.submit(
                () -> {
                  List<Api.Answer> answers = new ArrayList<>();
                  for (int n = 0; n < 8; n++) {
                    answers.add(api.grant(vm + n + ".1", pool + "-h", pool, 1));
                    under.countDown();
                  }
                  return answers;
                }));
      }
      assertThat(under.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(fence(api, pool + "-h").status()).isEqualTo(200);
      for (Future<List<Api.Answer>> asker : askers) {
        assertThat(asker.get())
            .allSatisfy(
                answer ->
                    assertThat(answer.status() == 201 || "host-not-poolable".equals(answer.code()))
                        .as(answer.body())
                        .isTrue());
      }
    } finally {
      threads.shutdownNow();
    }
    // nobody asks the host, and everything comes back
    await().atMost(SOON).until(() -> api.pool(pool).freeGiB() == 64);
    assertThat(fenceOf(pool + "-h").waiting()).isZero();
  }

  @Test
  void leaderThatIsKilledWhileItClears_isFollowed() throws Exception {
    TestDatabase database = TestDatabase.fresh();
    CountDownLatch never = new CountDownLatch(1);
    try (HttpEmc emcs = new HttpEmc();
        ReplicaProcess leader = ReplicaProcess.on(database, directory.resolve("leader.log"))) {
      InMemoryEmc emc = emcs.plug("p", 8);
      await().atMost(Duration.ofSeconds(60)).until(leader::ready);
      leader.api().put("/v1/pools/p", new PoolSpec(8, emcs.uri("p")));
      leader.api().call("PUT", "/v1/pools/p/hosts/h", null);
      Agent agent = new Agent(leader.api(), "h");
      agent.boot(1);
      // one slice, which the device is asked for by itself
      leader.api().grant("vm.1", "h", "p", 1);
      agent.obey(10_000);
      CountDownLatch cleared = new CountDownLatch(1);
      emc.beforeReadBack(
          () -> {
            cleared.countDown();
            hold(never);
          });
      assertThat(fence(leader.api(), "h").status()).isEqualTo(200);
      // the owners are cleared, and nobody has read it back
      assertThat(cleared.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(emc.entry(0).owner()).isNull();
      leader.kill();
      emc.beforeReadBack(() -> {});
      try (Replica follower = Replica.on(database)) {
        Api survivor = follower.api();
        await()
            .atMost(SOON)
            .until(() -> survivor.get("/v1/pools/p").tree().path("freeGiB").asInt() == 8);
        FenceView fence = survivor.get("/v1/hosts/h/fence").as(FenceView.class);
        assertThat(fence.cleared()).isEqualTo(1);
        assertThat(survivor.grant("vm.1").state()).isEqualTo(GrantState.RELEASED);
        assertThat(emc.entry(0).generation()).isEqualTo(2);
        assertThat(survivor.grant("vm2.1", "h", "p", 1).code()).isEqualTo("host-not-poolable");
      } finally {
        never.countDown();
      }
    }
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Api.Answer fence(Api api, String host) {
    return api.call("POST", "/v1/hosts/" + host + "/fence", new FenceRequest("power is off"));
  }

  private FenceView fenceOf(String host) {
    return api.get("/v1/hosts/" + host + "/fence").as(FenceView.class);
  }

  private double rejections(String what) {
    Counter counter =
        rig.replica()
            .part(MeterRegistry.class)
            .find("tarn.pool.fencing.rejections")
            .tag("what", what)
            .counter();
    return counter == null ? 0 : counter.count();
  }
}
