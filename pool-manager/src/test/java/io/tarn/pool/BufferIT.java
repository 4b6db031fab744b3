package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.BufferTurned;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.Outcome;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.contracts.pool.PoolBuffer.State;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Free slices of a pool that two replicas look at: the forecast, its alarm and the alarm's end. */
class BufferIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String POOL = "buffered";
  private static final String HOST = "buffered-h";
  private static final int CAPACITY = 40;

  @Test
  void alarm_comesBeforeTheFirstRefusalAndEndsWithTheReturn() {
    TestDatabase database = TestDatabase.fresh();
    HttpEmc emcs = new HttpEmc();
    emcs.plug(POOL, CAPACITY);
    try (Replica replica = replica(database);
        Replica other = replica(database);
        TopicTail tail = TestBus.tail(Topics.SLICES)) {
      Api api = replica.api();
      api.put("/v1/pools/" + POOL, new PoolSpec(CAPACITY, emcs.uri(POOL))).as(Object.class);
      api.call("PUT", "/v1/pools/" + POOL + "/hosts/" + HOST, null).as(Object.class);
      Agent agent = new Agent(api, HOST);
      agent.boot(1);
      assertThat(buffer(api).state()).isEqualTo(State.HOLDS);
      assertThat(buffer(api).targetGiB()).isZero();

      int granted = 0;
      while (buffer(api).state() == State.HOLDS) {
        granted++;
        Api.Answer answer = api.grant("bvm" + granted + ".1", HOST, POOL, 2);
        assertThat(answer.status()).as("grant %s: %s", granted, answer.body()).isEqualTo(201);
        agent.obey(10_000);
        int sure = 2 * granted;
        await().atMost(SOON).until(() -> buffer(api).mostAskedGiB() == sure);
      }
      PoolBuffer low = buffer(api);
      assertThat(low.freeGiB()).isEqualTo(CAPACITY - 2 * granted);
      assertThat(low.freeGiB()).isPositive().isLessThan(low.targetGiB());
      assertThat(low.headroomGiB()).isEqualTo(low.freeGiB() - low.targetGiB());
      assertThat(low.dryInMillis()).isNotNull();
      tail.await(records -> turns(records).size() == 1, SOON);
      assertThat(turns(tail.seen()).get(0).getLow()).isTrue();
      assertThat(buffer(other.api()).sinceMillis()).isEqualTo(buffer(api).sinceMillis());
      awaitMetric(api, 1);
      awaitMetric(other.api(), 1);

      // what is refused counts as asked for, at every replica, and once for each VM
      int free = low.freeGiB();
      for (String refused : List.of("bx.1", "bx.2", "by.1")) {
        assertThat(api.grant(refused, HOST, POOL, free + 1).code()).isEqualTo("pool-exhausted");
      }
      assertThat(api.grant("bz.1", HOST, POOL, CAPACITY + 1).code()).isEqualTo("pool-exhausted");
      int asked = 2 * granted + 2 * (free + 1);
      await().atMost(SOON).until(() -> buffer(api).mostAskedGiB() == Math.min(CAPACITY, asked));
      await()
          .atMost(SOON)
          .until(() -> buffer(other.api()).largestGrantGiB() == Math.max(2, free + 1));

      for (int i = 1; i <= granted; i++) {
        api.withdraw("bvm" + i + ".1");
        agent.obey(10_000);
      }
      await().atMost(SOON).until(() -> buffer(api).freeGiB() == CAPACITY);
      tail.await(records -> turns(records).size() == 2, SOON);
      assertThat(turns(tail.seen()).get(1).getLow()).isFalse();
      assertThat(buffer(api).state()).isEqualTo(State.HOLDS);
      int all = granted;
      await().atMost(SOON).until(() -> buffer(api).releasesMeasured() == all);
      awaitMetric(api, 0);
      awaitMetric(other.api(), 0);
      assertThat(api.get("/v1/pools/none/buffer").status()).isEqualTo(404);
    } finally {
      emcs.close();
    }
  }

  @Test
  void departure_isCountedUntilTheVmLeaves() {
    Rig rig = Rig.shared();
    Api api = rig.api();
    rig.pool("bd", 8);
    rig.host("bd", "bd-h");
    for (Api.Answer unknown :
        List.of(
            leave("bd-none.1", 1000),
            api.get("/v1/grants/bd-none.1/departure"),
            api.call("DELETE", "/v1/grants/bd-none.1/departure", null))) {
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.body()).contains("there is no grant bd-none.1");
    }
    api.grant("bdvm.1", "bd-h", "bd", 3);
    long before = System.currentTimeMillis();
    DepartureView said = leave("bdvm.1", 60_000).as(DepartureView.class);
    assertThat(said.leavesAtMillis()).isBetween(before + 50_000, before + 90_000);
    assertThat(leave("bdvm.1", 30_000).as(DepartureView.class).leavesAtMillis())
        .isLessThan(said.leavesAtMillis());
    assertThat(api.get("/v1/pools/bd/buffer").as(PoolBuffer.class).leavingGiB()).isEqualTo(3);
    for (String bad : List.of("{}", "{\"inMillis\":-1}", "{\"inMillis\":86400001}")) {
      Api.Answer refused = api.put("/v1/grants/bdvm.1/departure", bad);
      assertThat(refused.code()).isEqualTo("invalid-request");
      assertThat(refused.body()).contains("0..86400000");
    }

    assertThat(api.call("DELETE", "/v1/grants/bdvm.1/departure", null).status()).isEqualTo(204);
    assertThat(api.call("DELETE", "/v1/grants/bdvm.1/departure", null).status()).isEqualTo(204);
    Api.Answer stays = api.get("/v1/grants/bdvm.1/departure");
    assertThat(stays.status()).isEqualTo(404);
    assertThat(stays.body()).contains("there is no departure of grant bdvm.1");
    assertThat(api.get("/v1/pools/bd/buffer").as(PoolBuffer.class).leavingGiB()).isZero();

    leave("bdvm.1", 0);
    assertThat(departure("bdvm.1").draining()).isFalse();
    api.withdraw("bdvm.1");
    PoolBuffer left = api.get("/v1/pools/bd/buffer").as(PoolBuffer.class);
    assertThat(left.leavingGiB()).isZero();
    assertThat(left.returningGiB()).isEqualTo(3);
    assertThat(leave("bdvm.1", 0).code()).isEqualTo("grant-not-live");
  }

  @Test
  void hostOfAVmThatLeaves_isToldToDrainIt_andToBringItBack() {
    Rig rig = Rig.shared();
    Api api = rig.api();
    rig.pool("be", 4);
    Agent agent = rig.host("be", "be-h");
    api.grant("bevm.1", "be-h", "be", 2);
    agent.obey(10_000);
    leave("bevm.1", 3_600_000);
    leave("bevm.1", 10_000);
    HostCommand drain = agent.read(10_000).get(0);
    assertThat(drain.kind()).isEqualTo(HostCommand.Kind.DRAIN);
    assertThat(drain.slices()).hasSize(2);
    assertThat(departure("bevm.1").draining()).isTrue();
    assertThat(drained(agent, drain, 8)).containsOnly(Outcome.REFUSED);
    assertThat(drained(agent, drain, 6)).containsOnly(Outcome.REPEATED);
    assertThat(departure("bevm.1").drainedMiB()).isEqualTo(2 * 768);
    // nothing of it is anybody else's, and no audit minds
    assertThat(api.grant("bevm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(api.pool("be").freeGiB()).isEqualTo(2);
    assertThat(api.get("/v1/pools/be/audit").as(PoolAudit.class).differences()).isEmpty();

    // said again it stays drained; put off, or taken back, it comes back
    leave("bevm.1", 20_000);
    assertThat(departure("bevm.1").draining()).isTrue();
    Api.Answer attach = attach("be-h", "bevm", "early");
    assertThat(attach.status()).isEqualTo(409);
    assertThat(attach.code()).isEqualTo("grant-draining");
    assertThat(attach.body()).contains("DELETE /v1/grants/bevm.1/departure");
    leave("bevm.1", 3_600_000);
    assertThat(departure("bevm.1").draining()).isFalse();
    comesBack(agent, drain);
    leave("bevm.1", 10_000);
    assertThat(agent.read(10_000).get(0).kind()).isEqualTo(HostCommand.Kind.DRAIN);
    api.call("DELETE", "/v1/grants/bevm.1/departure", null);
    comesBack(agent, drain);
    assertThat(api.get("/v1/grants/bevm.1/departure").body())
        .contains("there is no departure of grant bevm.1");
    assertThat(attach("be-h", "bevm", "late").status()).isEqualTo(201);
    api.call("DELETE", "/v1/hosts/be-h/operations/late", null);
    agent.read(10_000);

    leave("bevm.1", 0);
    assertThat(agent.read(10_000).get(0).kind()).isEqualTo(HostCommand.Kind.DRAIN);
    api.withdraw("bevm.1");
    agent.obey(10_000);
    await().atMost(SOON).until(() -> api.pool("be").freeGiB() == 4);
  }

  private static void comesBack(Agent agent, HostCommand drained) {
    HostCommand back = agent.read(10_000).get(0);
    assertThat(back.kind()).isEqualTo(HostCommand.Kind.ONLINE);
    assertThat(back.slices()).isEqualTo(drained.slices());
    agent.obey(back);
  }

  private static Api.Answer attach(String hostId, String vmId, String operationId) {
    return Rig.shared()
        .api()
        .put(
            "/v1/hosts/" + hostId + "/operations/" + operationId,
            Map.of(
                "kind", "ATTACH", "vmId", vmId, "grantId", vmId + ".1", "deadlineMillis", 60_000));
  }

  private static DepartureView departure(String grantId) {
    return Rig.shared().api().get("/v1/grants/" + grantId + "/departure").as(DepartureView.class);
  }

  private static List<Outcome> drained(Agent agent, HostCommand drain, int blocks) {
    return agent
        .acks(
            drain.slices().stream()
                .map(
                    slice ->
                        new Observation(
                            drain.poolId(),
                            slice.slice(),
                            slice.generation(),
                            Seen.ONLINE,
                            blocks,
                            Agent.BLOCKS,
                            null))
                .toList())
        .as(AckReply.class)
        .results()
        .stream()
        .map(AckReply.Result::outcome)
        .toList();
  }

  private static Api.Answer leave(String grantId, long inMillis) {
    return Rig.shared()
        .api()
        .put("/v1/grants/" + grantId + "/departure", Map.of("inMillis", inMillis));
  }

  private static Replica replica(TestDatabase database) {
    return Replica.on(
        database, "--tarn.pool.buffer.every=1s", "--tarn.pool.buffer.assumed-release=1m");
  }

  private static PoolBuffer buffer(Api api) {
    return api.get("/v1/pools/" + POOL + "/buffer").as(PoolBuffer.class);
  }

  private static void awaitMetric(Api api, int low) {
    String line = "tarn_pool_buffer_low{pool=\"" + POOL + "\"} " + low + ".0";
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(api.get("/actuator/prometheus").body()).contains(line));
  }

  private static List<BufferTurned> turns(List<ConsumerRecord<String, byte[]>> records) {
    return records.stream()
        .filter(record -> record.key().equals(POOL))
        .map(BufferIT::decoded)
        .filter(SliceEvent::hasBuffer)
        .map(SliceEvent::getBuffer)
        .toList();
  }

  private static SliceEvent decoded(ConsumerRecord<String, byte[]> one) {
    try {
      return BusCodec.SLICES.decode(one.value());
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }
}
