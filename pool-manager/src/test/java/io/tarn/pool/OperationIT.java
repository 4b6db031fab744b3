package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.testing.TestBus;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.chassis.testing.TopicTail;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.OperationEnded;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.CommandPage;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationOrder;
import io.tarn.contracts.pool.OperationPage;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.OperationView;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.HttpEmc;
import io.tarn.pool.testing.Replica;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Operations of hosts over REST, on real parts. */
class OperationIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void copy_fromTheOrderToItsEnd() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.SLICES)) {
      Agent agent = online("op1", 2);
      double before = ended("COPY", "DONE");
      OperationRequest copy = copy("op1vm", 2048, 60_000);
      Api.Answer first = put("op1-h", "c1", copy);
      assertThat(first.status()).isEqualTo(201);
      OperationView ordered = first.as(OperationView.class);
      assertThat(ordered.request()).isEqualTo(copy);
      assertThat(ordered.state()).isEqualTo(OperationState.PENDING);
      assertThat(ordered.deadlineAtMillis()).isEqualTo(ordered.createdAtMillis() + 60_000);
      assertThat(ordered.startedAtMillis()).isNull();

      HostCommand command = agent.read(10_000).get(0);
      assertThat(command.kind()).isEqualTo(Kind.OPERATE);
      assertThat(command.operation()).isEqualTo(new OperationOrder("c1", copy));
      assertThat(command.grantId()).isEqualTo("op1vm.1");
      assertThat(command.emc()).isEqualTo(rig.emcs().uri("op1"));
      assertThat(command.slices()).containsExactly(new SliceRef(0, 1), new SliceRef(1, 1));
      assertThat(report(agent, "c1", OperationState.RUNNING, 1024, null))
          .isEqualTo(OperationOutcome.APPLIED);
      OperationView running = view("op1-h", "c1");
      assertThat(running.doneMiB()).isEqualTo(1024);
      assertThat(running.startedAtMillis()).isGreaterThanOrEqualTo(running.createdAtMillis());
      assertThat(put("op1-h", "c1", copy).status()).isEqualTo(200);
      assertThat(put("op1-h", "c1", copy).as(OperationView.class)).isEqualTo(running);
      assertThat(report(agent, "c1", OperationState.RUNNING, 512, null))
          .isEqualTo(OperationOutcome.REPEATED);
      assertThat(report(agent, "c1", OperationState.DONE, 2048, null))
          .isEqualTo(OperationOutcome.APPLIED);
      assertThat(report(agent, "c1", OperationState.DONE, 2048, null))
          .isEqualTo(OperationOutcome.REPEATED);
      OperationView done = put("op1-h", "c1", copy).as(OperationView.class);
      assertThat(done.state()).isEqualTo(OperationState.DONE);
      assertThat(done.doneMiB()).isEqualTo(2048);
      assertThat(done.endedAtMillis()).isNotNull();
      assertThat(ended("COPY", "DONE")).isEqualTo(before + 1);
      assertThat(api.get("/actuator/prometheus").body())
          .contains("tarn_pool_operations_ended_total{");

      // committed, online, and the end
      tail.await("op1", 3, SOON);
      assertThat(ends(tail, "op1"))
          .containsExactly(
              OperationEnded.newBuilder()
                  .setOperationId("c1")
                  .setKind("COPY")
                  .setVmId("op1vm")
                  .setGrantId("op1vm.1")
                  .setHostId("op1-h")
                  .setState("DONE")
                  .setDoneMib(2048)
                  .build());
    }
  }

  @Test
  void order_thatDoesNotFitIsRefusedWithTheReason() {
    online("op2", 2);
    assertThat(put("op2-none", "c1", copy("op2vm", 1, 60_000)).status()).isEqualTo(404);
    assertThat(api.get("/v1/hosts/op2-none/operations").status()).isEqualTo(404);
    assertThat(api.get("/v1/hosts/op2-h/operations/c1").status()).isEqualTo(404);
    assertThat(cancel("op2-h", "c1").status()).isEqualTo(404);
    assertThat(put("op2-h", "c1", copy("op2other", 1, 60_000)).code()).isEqualTo("grant-not-live");
    Api.Answer larger = put("op2-h", "c1", copy("op2vm", 2049, 60_000));
    assertThat(larger.status()).isEqualTo(422);
    assertThat(larger.code()).isEqualTo("memory-exceeds-grant");
    assertThat(larger.tree().path("accepted").asString()).isEqualTo("1..2048");
    Api.Answer itself = put("op2-h", "c1", migrate("op2vm", "op2-h", null));
    assertThat(itself.status()).isEqualTo(400);
    assertThat(itself.tree().path("field").asString()).isEqualTo("targetHostId");
    assertThat(
            api.put(
                    "/v1/hosts/op2-h/operations/c1",
                    "{\"kind\":\"COPY\",\"vmId\":\"op2vm\",\"grantId\":\"op2vm.1\","
                        + "\"deadlineMillis\":60000}")
                .tree()
                .path("field")
                .asString())
        .isEqualTo("memoryMiB");
    assertThat(put("op2-h", "-c", copy("op2vm", 1, 60_000)).status()).isEqualTo(400);
    assertThat(put("op2-h", "c1", copy("op2vm", 1, 60_000)).status()).isEqualTo(201);
    Api.Answer other = put("op2-h", "c1", copy("op2vm", 2, 60_000));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("operation-differs");
    Api.Answer busy = put("op2-h", "c2", copy("op2vm", 1, 60_000));
    assertThat(busy.status()).isEqualTo(409);
    assertThat(busy.code()).isEqualTo("operation-in-progress");
    assertThat(busy.tree().path("operationId").asString()).isEqualTo("c1");
    assertThat(api.get("/v3/api-docs").body())
        .contains("/v1/hosts/{hostId}/operations/{operationId}");
  }

  @Test
  void attach_waitsForNothing() {
    rig.pool("op3", 2);
    Agent agent = rig.host("op3", "op3-h");
    api.grant("op3vm.1", "op3-h", "op3", 2);
    Api.Answer early = put("op3-h", "a1", attach("op3vm"));
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.code()).isEqualTo("grant-not-online");
    agent.obey(10_000);
    assertThat(put("op3-h", "a1", attach("op3vm")).status()).isEqualTo(201);
    assertThat(report(agent, "a1", OperationState.DONE, 0, null))
        .isEqualTo(OperationOutcome.APPLIED);
    // on a host that never booted nothing can be done
    assertThat(api.call("PUT", "/v1/pools/op3/hosts/op3-new", null).status()).isEqualTo(201);
    assertThat(put("op3-new", "a1", attach("op3vm")).code()).isEqualTo("grant-not-live");
  }

  @Test
  void bootFenceFailureAndWithdrawal_endThem() {
    Agent agent = online("op4", 2);
    put("op4-h", "c1", copy("op4vm", 1, 60_000));
    report(agent, "c1", OperationState.RUNNING, 0, null);
    agent.boot(2);
    assertEnd("op4-h", "c1", OperationState.FAILED, "host-rebooted");
    OperationResult late = agent.report("c1", OperationState.DONE, 1, null);
    assertThat(late.outcome()).isEqualTo(OperationOutcome.ENDED);
    assertThat(late.reason()).isEqualTo("it has ended FAILED");
    Agent zombie = new Agent(api, "op4-h");
    Api.Answer shutOut =
        zombie.report(List.of(new OperationReport("c1", OperationState.DONE, 1, null)));
    assertThat(shutOut.status()).isEqualTo(409);
    assertThat(shutOut.code()).isEqualTo("boot-superseded");

    put("op4-h", "c2", copy("op4vm", 1, 60_000));
    api.withdraw("op4vm.1");
    assertEnd("op4-h", "c2", OperationState.CANCELLED, "grant-withdrawn");
    assertThat(put("op4-h", "c3", copy("op4vm", 1, 60_000)).code()).isEqualTo("grant-not-live");
    assertThat(put("op4-h", "c2", copy("op4vm", 1, 60_000)).status()).isEqualTo(200);

    online("op5", 2);
    put("op5-h", "c1", copy("op5vm", 1, 60_000));
    api.call("POST", "/v1/hosts/op5-h/fence", new FenceRequest("power is off"));
    assertEnd("op5-h", "c1", OperationState.FAILED, "host-fenced");

    online("op6", 2);
    put("op6-h", "c1", copy("op6vm", 1, 60_000));
    assertThat(api.call("POST", "/v1/pools/op6/fail", new FailRequest("dark", null)).status())
        .isEqualTo(200);
    assertEnd("op6-h", "c1", OperationState.FAILED, "emc-failed");
  }

  @Test
  void cancel_isTheHostsToAnswerOnceItHasBegun() {
    Agent agent = online("op7", 2);
    put("op7-h", "c1", copy("op7vm", 2048, 60_000));
    agent.read(10_000);
    report(agent, "c1", OperationState.RUNNING, 100, null);
    OperationView asked = cancel("op7-h", "c1").as(OperationView.class);
    assertThat(asked.state()).isEqualTo(OperationState.RUNNING);
    assertThat(asked.cancelAsked()).isTrue();
    assertThat(cancel("op7-h", "c1").as(OperationView.class)).isEqualTo(asked);
    List<HostCommand> told = agent.read(10_000);
    assertThat(told).extracting(HostCommand::kind).containsExactly(Kind.CANCEL);
    report(agent, "c1", OperationState.CANCELLED, 200, null);
    OperationView off = cancel("op7-h", "c1").as(OperationView.class);
    assertThat(off.state()).isEqualTo(OperationState.CANCELLED);
    assertThat(off.doneMiB()).isEqualTo(200);
    assertThat(off.cause()).isNull();
  }

  @Test
  void deadline_passesOnTheDatabasesClock() throws Exception {
    try (TopicTail tail = TestBus.tail(Topics.SLICES)) {
      Agent agent = online("op8", 2);
      put("op8-h", "c1", copy("op8vm", 2048, 1_000));
      report(agent, "c1", OperationState.RUNNING, 100, null);
      await().atMost(SOON).until(() -> view("op8-h", "c1").state() == OperationState.EXPIRED);
      OperationView expired = view("op8-h", "c1");
      assertThat(expired.endedAtMillis()).isGreaterThanOrEqualTo(expired.deadlineAtMillis());
      assertThat(report(agent, "c1", OperationState.DONE, 2048, null))
          .isEqualTo(OperationOutcome.ENDED);
      assertThat(view("op8-h", "c1")).isEqualTo(expired);
      assertThat(put("op8-h", "c2", copy("op8vm", 2048, 60_000)).status()).isEqualTo(201);
      tail.await("op8", 3, SOON);
      assertThat(ends(tail, "op8")).extracting(OperationEnded::getState).containsExactly("EXPIRED");
    }
  }

  @Test
  void feed_readAgainFromAnyPointBeginsNothingThatHasEnded() {
    Agent agent = online("op9", 2);
    put("op9-h", "c1", copy("op9vm", 2048, 60_000));
    assertThat(commands("op9-h", 0)).containsExactly("1 ONLINE", "2 OPERATE c1");
    report(agent, "c1", OperationState.FAILED, 100, "pinned");
    assertThat(view("op9-h", "c1").cause()).isEqualTo("pinned");
    put("op9-h", "c2", copy("op9vm", 2048, 60_000));
    assertThat(commands("op9-h", 0)).containsExactly("1 ONLINE", "2 CANCEL c1", "3 OPERATE c2");
    cancel("op9-h", "c2");
    assertThat(commands("op9-h", 1)).containsExactly("2 CANCEL c1", "3 CANCEL c2", "4 CANCEL c2");
    assertThat(commands("op9-h", 3)).containsExactly("4 CANCEL c2");
  }

  @Test
  void list_goesByPagesAndByState() {
    Agent agent = online("opl", 2);
    for (int n = 0; n < 5; n++) {
      put("opl-h", "c" + n, copy("oplvm", 1, 60_000));
      if (n < 4) {
        report(agent, "c" + n, OperationState.DONE, 1, null);
      }
    }
    OperationPage first = page("opl-h", "?limit=2");
    assertThat(first.items()).extracting(OperationView::operationId).containsExactly("c0", "c1");
    OperationPage second = page("opl-h", "?limit=3&cursor=" + first.next());
    assertThat(second.items())
        .extracting(OperationView::operationId)
        .containsExactly("c2", "c3", "c4");
    assertThat(page("opl-h", "?state=PENDING").items())
        .extracting(OperationView::operationId)
        .containsExactly("c4");
    assertThat(api.get("/v1/hosts/opl-h/operations?state=LOST").status()).isEqualTo(400);
    assertThat(api.get("/v1/hosts/opl-h/operations?limit=1001").status()).isEqualTo(400);
  }

  @Test
  void twoReplicas_keepOneOperationOfEachVm() throws Exception {
    TestDatabase database = TestDatabase.fresh();
    try (HttpEmc emcs = new HttpEmc();
        Replica first = Replica.on(database);
        Replica second = Replica.on(database);
        TopicTail tail = TestBus.tail(Topics.SLICES)) {
      emcs.plug("twice", 4);
      first.api().put("/v1/pools/twice", new PoolSpec(4, emcs.uri("twice")));
      first.api().call("PUT", "/v1/pools/twice/hosts/h", null);
      Agent agent = new Agent(second.api(), "h");
      agent.boot(1);
      first.api().grant("vm.1", "h", "twice", 2);
      agent.obey(10_000);

      // the same order at both: one is new
      List<Api.Answer> same =
          together(
              () -> put(first.api(), "h", "c1", copy("vm", 2048, 60_000)),
              () -> put(second.api(), "h", "c1", copy("vm", 2048, 60_000)));
      assertThat(same).extracting(Api.Answer::status).containsExactlyInAnyOrder(201, 200);
      // what one replica ordered wakes the host at the other
      assertThat(agent.read(10_000)).extracting(HostCommand::kind).containsExactly(Kind.OPERATE);
      agent.report("c1", OperationState.DONE, 2048, null);
      // different orders for one VM at both: one is taken
      for (int n = 2; n < 8; n++) {
        String id = "c" + n;
        List<Api.Answer> different =
            together(
                () -> put(first.api(), "h", id + "a", copy("vm", 2048, 60_000)),
                () -> put(second.api(), "h", id + "b", copy("vm", 2048, 60_000)));
        assertThat(different).extracting(Api.Answer::status).containsExactlyInAnyOrder(201, 409);
        String taken = different.get(0).status() == 201 ? id + "a" : id + "b";
        first.api().call("DELETE", "/v1/hosts/h/operations/" + taken, null);
      }
      // both look at one deadline: it passes once
      put(first.api(), "h", "last", copy("vm", 2048, 1_000));
      await()
          .atMost(SOON)
          .until(
              () ->
                  second
                      .api()
                      .get("/v1/hosts/h/operations/last")
                      .as(OperationView.class)
                      .state()
                      .ended());
      tail.await("twice", 10, SOON);
      assertThat(ends(tail, "twice"))
          .extracting(OperationEnded::getState)
          .containsExactly(
              "DONE",
              "CANCELLED",
              "CANCELLED",
              "CANCELLED",
              "CANCELLED",
              "CANCELLED",
              "CANCELLED",
              "EXPIRED");
    }
  }

  private static List<Api.Answer> together(Callable<Api.Answer> one, Callable<Api.Answer> other)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Api.Answer> answers = new ArrayList<>();
      for (Future<Api.Answer> answer : threads.invokeAll(List.of(one, other))) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  /** A pool with a host {@code <pool>-h} on which grant {@code <pool>vm.1} is online. */
  private Agent online(String poolId, int sizeGiB) {
    rig.pool(poolId, sizeGiB);
    Agent agent = rig.host(poolId, poolId + "-h");
    api.grant(poolId + "vm.1", poolId + "-h", poolId, sizeGiB);
    agent.obey(10_000);
    return agent;
  }

  private static OperationRequest copy(String vmId, long memoryMiB, long deadlineMillis) {
    return new OperationRequest(
        OperationKind.COPY, vmId, vmId + ".1", null, null, memoryMiB, deadlineMillis);
  }

  private static OperationRequest attach(String vmId) {
    return new OperationRequest(OperationKind.ATTACH, vmId, vmId + ".1", null, null, null, 60_000);
  }

  private static OperationRequest migrate(
      String vmId, String targetHost, @Nullable String targetGrant) {
    return new OperationRequest(
        OperationKind.MIGRATE, vmId, vmId + ".1", targetHost, targetGrant, 4096L, 60_000);
  }

  private Api.Answer put(String hostId, String operationId, OperationRequest request) {
    return put(api, hostId, operationId, request);
  }

  private static Api.Answer put(
      Api api, String hostId, String operationId, OperationRequest request) {
    return api.put("/v1/hosts/" + hostId + "/operations/" + operationId, request);
  }

  private Api.Answer cancel(String hostId, String operationId) {
    return api.call("DELETE", "/v1/hosts/" + hostId + "/operations/" + operationId, null);
  }

  private OperationView view(String hostId, String operationId) {
    return api.get("/v1/hosts/" + hostId + "/operations/" + operationId).as(OperationView.class);
  }

  private OperationPage page(String hostId, String query) {
    return api.get("/v1/hosts/" + hostId + "/operations" + query).as(OperationPage.class);
  }

  private List<String> commands(String hostId, long after) {
    return api
        .get("/v1/hosts/" + hostId + "/commands?after=" + after)
        .as(CommandPage.class)
        .commands()
        .stream()
        .map(OperationIT::words)
        .toList();
  }

  private static String words(HostCommand command) {
    OperationOrder order = command.operation();
    String words = command.sequence() + " " + command.kind();
    return order == null ? words : words + " " + order.operationId();
  }

  private static OperationOutcome report(
      Agent agent, String operationId, OperationState state, long doneMiB, @Nullable String cause) {
    return agent.report(operationId, state, doneMiB, cause).outcome();
  }

  private void assertEnd(
      String hostId, String operationId, OperationState state, @Nullable String cause) {
    OperationView view = view(hostId, operationId);
    assertThat(view.state()).isEqualTo(state);
    assertThat(view.cause()).isEqualTo(cause);
    assertThat(view.endedAtMillis()).isNotNull();
  }

  private double ended(String kind, String end) {
    Counter counter =
        rig.replica()
            .part(MeterRegistry.class)
            .find("tarn.pool.operations.ended")
            .tag("kind", kind)
            .tag("end", end)
            .counter();
    return counter == null ? 0 : counter.count();
  }

  private static List<OperationEnded> ends(TopicTail tail, String poolId) {
    return tail.seen().stream()
        .filter(record -> poolId.equals(record.key()))
        .map(record -> decoded(record.value()))
        .filter(SliceEvent::hasOperationEnded)
        .map(SliceEvent::getOperationEnded)
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
