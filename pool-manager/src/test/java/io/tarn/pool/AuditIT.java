package io.tarn.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AuditClock;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.FenceRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.OrphanAudit;
import io.tarn.contracts.pool.OrphanAudit.Orphan;
import io.tarn.contracts.pool.OrphanRequest;
import io.tarn.contracts.pool.PoolAudit;
import io.tarn.contracts.pool.PoolAudit.Difference;
import io.tarn.contracts.pool.PoolAudit.Kind;
import io.tarn.contracts.pool.RepairPlan;
import io.tarn.contracts.pool.RepairRequest;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.Api;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Audits of pools and what mends them. */
class AuditIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final Rig rig = Rig.shared();
  private final Api api = rig.api();

  @Test
  void poolInOrder_hasNoDifferences() {
    InMemoryEmc emc = rig.pool("u1", 8);
    Agent agent = rig.host("u1", "u1-h");
    api.grant("u1vm.1", "u1-h", "u1", 3);
    agent.obey(10_000);
    api.grant("u1vm2.1", "u1-h", "u1", 2);
    agent.obey(10_000);
    api.withdraw("u1vm.1");
    PoolAudit audit = audit("u1");
    assertThat(audit.compared()).isEqualTo(8);
    assertThat(audit.deviceUnread()).isNull();
    assertThat(audit.differences()).isEmpty();
    assertThat(plan("u1").steps()).isEmpty();
    emc.away(true);
    assertThat(audit("u1").deviceUnread()).contains("500");
    emc.away(false);
    api.call("POST", "/v1/pools/u1/fail", new FailRequest("dark", null));
    assertThat(audit("u1").deviceUnread()).isEqualTo("the EMC has failed");
    assertThat(audit("u1").differences()).isEmpty();
    assertThat(api.get("/v1/pools/u1none/audit").status()).isEqualTo(404);
    assertThat(api.get("/v1/audit").body()).contains("\"u1\"");
  }

  @Test
  void entryOfAnotherHand_isShownAndTakenOverAsShown() {
    InMemoryEmc emc = rig.pool("u2", 4);
    rig.host("u2", "u2-h");
    emc.overwrite(1, 60, 9);
    emc.overwrite(3, null, 2);
    PoolAudit audit = audit("u2");
    assertThat(audit.differences()).extracting(Difference::kind).containsOnly(Kind.TABLE_DIFFERS);
    assertThat(audit.differences()).extracting(Difference::slice).containsExactly(1, 3);
    assertThat(
            rig.replica()
                .part(MeterRegistry.class)
                .get("tarn.pool.audit.differences")
                .tag("pool", "u2")
                .tag("kind", "TABLE_DIFFERS")
                .gauge()
                .value())
        .isEqualTo(2);
    RepairPlan plan = plan("u2");
    assertThat(plan.steps())
        .extracting(RepairStep::kind)
        .containsExactly(RepairStep.Kind.TAKE_ENTRY_OVER, RepairStep.Kind.TAKE_ENTRY_OVER);
    // shown, and nothing was done
    assertThat(show(plan)).isEqualTo(plan);
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, 60, 9));
    RepairPlan executed = execute(plan).as(RepairPlan.class);
    assertThat(executed.steps()).isEqualTo(plan.steps());
    assertThat(executed.executedAtMillis()).isNotNull();
    assertThat(execute(plan).as(RepairPlan.class)).isEqualTo(executed);
    await().atMost(SOON).until(() -> api.pool("u2").freeGiB() == 4);
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, null, 10));
    assertThat(emc.entry(3)).isEqualTo(new TableEntry(3, null, 3));
    assertThat(audit("u2").differences()).isEmpty();
    assertThat(execute(plan).as(RepairPlan.class)).isEqualTo(executed);
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, null, 10));
  }

  @Test
  void planThatIsOutdated_doesNothingAndSaysWhatChanged() {
    InMemoryEmc emc = rig.pool("u3", 4);
    rig.host("u3", "u3-h");
    emc.overwrite(1, 60, 9);
    emc.overwrite(2, 61, 9);
    RepairPlan plan = plan("u3");
    emc.overwrite(2, 62, 10);
    Api.Answer answer = execute(plan);
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("plan-outdated");
    assertThat(answer.tree().path("changed").size()).isEqualTo(1);
    assertThat(answer.tree().path("changed").path(0).path("slice").asInt()).isEqualTo(2);
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, 60, 9));
    assertThat(api.pool("u3").freeGiB()).isEqualTo(4);
    assertThat(show(plan).executedAtMillis()).isNull();
    assertThat(execute(plan("u3")).status()).isEqualTo(200);
    await().atMost(SOON).until(() -> audit("u3").differences().isEmpty());
  }

  @Test
  void entryUnderAHost_isLeftToADecision() {
    InMemoryEmc emc = rig.pool("u4", 2);
    Agent agent = rig.host("u4", "u4-h");
    api.grant("u4vm.1", "u4-h", "u4", 1);
    agent.obey(10_000);
    emc.overwrite(0, 60, 9);
    Difference difference = audit("u4").differences().get(0);
    assertThat(difference.repair()).isEqualTo(RepairStep.Kind.NONE);
    assertThat(difference.record().state()).isEqualTo(SliceState.ONLINE);
    assertThat(difference.device()).isEqualTo(new PoolAudit.DeviceSays(60, null, 9));
    assertThat(difference.host()).isNotNull();
    assertThat(plan("u4").steps()).isEmpty();
    // what the advice says
    api.withdraw("u4vm.1");
    agent.obey(10_000);
    await()
        .atMost(SOON)
        .until(() -> plan("u4").steps().size() == 1 && execute(plan("u4")).status() == 200);
    await().atMost(SOON).until(() -> api.grant("u4vm.1").state() == GrantState.RELEASED);
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, null, 10));
  }

  @Test
  void stuckSlice_isAskedBackAgain() {
    rig.pool("u5", 2);
    Agent agent = rig.host("u5", "u5-h");
    api.grant("u5vm.1", "u5-h", "u5", 1);
    agent.obey(10_000);
    api.withdraw("u5vm.1");
    agent.ack("u5", agent.read(10_000).get(0).slices(), Seen.STUCK, "pinned");
    Difference difference = audit("u5").differences().get(0);
    assertThat(difference.kind()).isEqualTo(Kind.STUCK);
    assertThat(difference.record().cause()).isEqualTo("pinned");
    assertThat(execute(plan("u5")).status()).isEqualTo(200);
    assertThat(api.slices("u5").get(0).state()).isEqualTo(SliceState.RELEASING);
    List<HostCommand> again = agent.read(10_000);
    assertThat(again).extracting(HostCommand::kind).containsExactly(HostCommand.Kind.OFFLINE);
    agent.obey(again.get(0));
    await().atMost(SOON).until(() -> api.pool("u5").freeGiB() == 2);
  }

  @Test
  void hostThatRefused_isAskedAgain() {
    rig.pool("u6", 2);
    Agent agent = rig.host("u6", "u6-h");
    api.grant("u6vm.1", "u6-h", "u6", 1);
    agent.ack("u6", agent.read(10_000).get(0).slices(), Seen.REFUSED, "not-owner");
    assertThat(audit("u6").differences())
        .extracting(Difference::repair)
        .containsExactly(RepairStep.Kind.ASK_ONLINE);
    execute(plan("u6"));
    agent.obey(10_000);
    assertThat(api.grant("u6vm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(audit("u6").differences()).isEmpty();
  }

  @Test
  void hostThatTheTableDidNotName_isToldAgainByRepairOnceTheTableIsMended() {
    InMemoryEmc emc = rig.pool("u10", 2);
    Agent agent = rig.host("u10", "u10-h");
    api.grant("u10vm.1", "u10-h", "u10", 1);
    HostCommand online = agent.read(10_000).get(0);
    // another hand came before the host looked
    emc.overwrite(0, 60, 2);
    agent.ack("u10", online.slices(), Seen.REFUSED, "not-owner");
    assertThat(audit("u10").differences())
        .extracting(Difference::kind)
        .containsExactly(Kind.TABLE_DIFFERS, Kind.HOST_DIFFERS);
    // told while the table is not mended, the host looks again and refuses again
    assertThat(execute(plan("u10")).status()).isEqualTo(200);
    assertThat(agent.ack("u10", agent.read(10_000).get(0).slices(), Seen.REFUSED, "not-owner"))
        .extracting(reply -> reply.results().get(0).outcome())
        .isEqualTo(AckReply.Outcome.REPEATED);

    emc.overwrite(0, 0, 1);
    assertThat(audit("u10").differences())
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.kind()).isEqualTo(Kind.HOST_DIFFERS);
              assertThat(difference.record().cause()).isEqualTo("not-owner");
              assertThat(difference.repair()).isEqualTo(RepairStep.Kind.ASK_ONLINE);
            });
    assertThat(agent.read(0)).as("nobody is told by an audit").isEmpty();
    assertThat(execute(plan("u10")).status()).isEqualTo(200);
    List<HostCommand> again = agent.read(10_000);
    assertThat(again).extracting(HostCommand::kind).containsExactly(HostCommand.Kind.ONLINE);
    assertThat(again.get(0).slices()).isEqualTo(online.slices());
    agent.obey(again.get(0));
    assertThat(api.grant("u10vm.1").state()).isEqualTo(GrantState.ONLINE);
    assertThat(api.slices("u10").get(0).cause()).isNull();
    assertThat(audit("u10").differences()).isEmpty();
  }

  @Test
  void hostThatStillHasWhatWasTakenFromIt_isFoundAndTold() {
    rig.pool("u7", 2);
    Agent agent = rig.host("u7", "u7-h");
    api.grant("u7vm.1", "u7-h", "u7", 1);
    agent.obey(10_000);
    api.call("POST", "/v1/hosts/u7-h/fence", new FenceRequest("thought dead"));
    await().atMost(SOON).until(() -> api.pool("u7").freeGiB() == 2);
    assertThat(audit("u7").differences())
        .extracting(Difference::kind)
        .containsExactly(Kind.HOST_USES_FOREIGN);
    agent.read(10_000);
    execute(plan("u7"));
    List<HostCommand> told = agent.read(10_000);
    assertThat(told).extracting(HostCommand::kind).containsExactly(HostCommand.Kind.OFFLINE);
    assertThat(told.get(0).slices()).containsExactly(new SliceRef(0, 1));
    // a fenced host is not believed, but heard
    agent.obey(told.get(0));
    assertThat(audit("u7").differences()).isEmpty();
  }

  @Test
  void grantsThatNobodyKnows_areFoundAndWithdrawnAsShown() {
    rig.pool("u8", 8);
    rig.host("u8", "u8-h");
    api.grant("u8known.1", "u8-h", "u8", 1);
    api.grant("u8orphan.1", "u8-h", "u8", 2);
    api.grant("u8gone.1", "u8-h", "u8", 1);
    api.withdraw("u8gone.1");
    long asOf = clockAfter("u8orphan.1");
    api.grant("u8young.1", "u8-h", "u8", 1);
    OrphanAudit found = orphans(asOf);
    assertThat(mine(found)).extracting(Orphan::grantId).containsExactly("u8orphan.1");
    assertThat(api.grant("u8orphan.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(
            api.call("POST", "/v1/audit/orphans", new OrphanRequest(asOf + 3_600_000, List.of()))
                .status())
        .isEqualTo(400);
    // other tests of this JVM have grants too, so the plan that is carried out is of ours alone
    OrphanAudit ours = orphansBut(asOf, found);
    assertThat(ours.plan().steps()).hasSize(1);
    assertThat(execute(ours.plan()).status()).isEqualTo(200);
    assertThat(api.grant("u8orphan.1").state()).isEqualTo(GrantState.RELEASING);
    assertThat(api.grant("u8known.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(api.grant("u8young.1").state()).isEqualTo(GrantState.GRANTED);
    assertThat(execute(ours.plan()).status()).isEqualTo(200);
    // the first plan would withdraw it again
    Api.Answer outdated = execute(found.plan());
    assertThat(outdated.code()).isEqualTo("plan-outdated");
    assertThat(outdated.body()).contains("u8orphan.1");
  }

  @Test
  void audits_underLoadFindNothing() throws Exception {
    rig.pool("u9", 32);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<Boolean>> lives = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        Agent agent = rig.host("u9", "u9-h" + thread);
        String vm = "u9vm" + thread + "-";
        String host = "u9-h" + thread;
        lives.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < 12; n++) {
                    api.grant(vm + n + ".1", host, "u9", 2);
                    agent.obey(2_000);
                    api.withdraw(vm + n + ".1");
                    agent.obey(2_000);
                  }
                  return true;
                }));
      }
      int audits = 0;
      while (lives.stream().anyMatch(life -> !life.isDone())) {
        assertThat(audit("u9").differences()).isEmpty();
        audits++;
      }
      assertThat(audits).isGreaterThan(20);
      for (Future<Boolean> life : lives) {
        assertThat(life.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void requests_nameAPoolOrAPlan() {
    assertThat(repair(new RepairJson(null, null, null)).code()).isEqualTo("invalid-request");
    assertThat(repair(new RepairJson("u1", "x", null)).code()).isEqualTo("invalid-request");
    assertThat(repair(new RepairJson("u1", null, true)).code()).isEqualTo("invalid-request");
    assertThat(repair(new RepairJson(null, "none", true)).status()).isEqualTo(404);
    assertThat(repair(new RepairJson(null, "none", null)).status()).isEqualTo(404);
    assertThat(repair(new RepairJson("u-none", null, null)).status()).isEqualTo(404);
  }

  /** A request that need not be a good one. */
  private record RepairJson(
      @Nullable String poolId, @Nullable String planId, @Nullable Boolean execute) {}

  private Api.Answer repair(Object request) {
    return api.call("POST", "/v1/audit/repairs", request);
  }

  private PoolAudit audit(String pool) {
    return api.get("/v1/pools/" + pool + "/audit").as(PoolAudit.class);
  }

  private RepairPlan plan(String pool) {
    return repair(new RepairRequest(pool, null, null)).as(RepairPlan.class);
  }

  private RepairPlan show(RepairPlan plan) {
    return repair(new RepairRequest(null, plan.planId(), false)).as(RepairPlan.class);
  }

  private Api.Answer execute(RepairPlan plan) {
    return repair(new RepairRequest(null, plan.planId(), true));
  }

  private long clockAfter(String grantId) {
    // the clock counts whole milliseconds; a grant of this very one is not judged
    await()
        .atMost(SOON)
        .until(
            () ->
                orphans(api.get("/v1/audit/clock").as(AuditClock.class).asOfMillis())
                    .orphans()
                    .stream()
                    .anyMatch(orphan -> orphan.grantId().equals(grantId)));
    return api.get("/v1/audit/clock").as(AuditClock.class).asOfMillis();
  }

  private OrphanAudit orphans(long asOf) {
    return api.call("POST", "/v1/audit/orphans", new OrphanRequest(asOf, List.of("u8known.1")))
        .as(OrphanAudit.class);
  }

  private OrphanAudit orphansBut(long asOf, OrphanAudit found) {
    List<String> live = new ArrayList<>(List.of("u8known.1"));
    found.orphans().stream()
        .map(Orphan::grantId)
        .filter(id -> !id.startsWith("u8"))
        .forEach(live::add);
    return api.call("POST", "/v1/audit/orphans", new OrphanRequest(asOf, live))
        .as(OrphanAudit.class);
  }

  private static List<Orphan> mine(OrphanAudit audit) {
    return audit.orphans().stream().filter(o -> o.grantId().startsWith("u8")).toList();
  }
}
