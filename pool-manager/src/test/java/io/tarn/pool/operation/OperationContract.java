package io.tarn.pool.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.AckReply.OperationOutcome;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.feed.AckOutcome;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.operation.OrderOutcome.GrantNotLive;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.InMemoryEmc;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of operations on every record, in memory and in PostgreSQL. No device is driven
 * here; {@link #settle} stands in for it.
 */
abstract class OperationContract {

  private static final int GIB = 2;
  private static final long MIB = 2048;

  // names of their own, since some records outlive a test
  private final String name = "o" + UUID.randomUUID().toString().substring(0, 8);
  private final String pool = name + "-pool";
  private final String host = name + "-h1";
  private final String other = name + "-h2";
  private final String vm = name + "-vm";

  /** The record under test, in which operations end. */
  abstract Ledger ledger();

  /** Adds a pool that nobody drives. */
  abstract void addPool(String poolId, int capacityGiB);

  /** Wires a host. */
  abstract void wire(String poolId, String hostId);

  /** A host's feed, as {@code KIND} or {@code KIND operationId}. */
  abstract List<String> feed(String hostId);

  /** Lets the deadline of an operation pass. */
  abstract void passDeadline(String hostId, String operationId);

  @BeforeEach
  void online() {
    addPool(pool, 8);
    wire(pool, host);
    wire(pool, other);
    boot(host, 1);
    boot(other, 1);
    grant(vm, 1, host);
    online(vm, host);
  }

  @Test
  void order_isGivenOnce() {
    assertThat(order("a", copy())).isEqualTo(new OrderOutcome.Ordered());
    assertThat(order("a", copy())).isEqualTo(new OrderOutcome.Exists());
    Operation ordered = Operation.ordered(host, "a", pool, copy());
    assertThat(operation("a")).isEqualTo(ordered);
    assertThat(order("a", attach())).isEqualTo(new OrderOutcome.Differs(ordered));
    assertThat(feed(host)).containsExactly("ONLINE", "OPERATE a");
    report("a", OperationState.DONE, MIB, null);
    assertThat(order("a", copy())).isEqualTo(new OrderOutcome.Exists());
    assertThat(order("a", attach())).isInstanceOf(OrderOutcome.Differs.class);
  }

  @Test
  void attach_whileTheGrantDrainsIsRefused() {
    Departures departures = new Departures(ledger(), 0);
    departures.say(grantId(), 0);
    assertThat(departures.drain(List.of(pool))).isEqualTo(1);
    assertThat(order("a", attach())).isEqualTo(new OrderOutcome.GrantDrains(vm + ".1"));
    assertThat(order("b", copy())).isEqualTo(new OrderOutcome.Ordered());
    report("b", OperationState.DONE, MIB, null);
    departures.takeBack(grantId());
    assertThat(order("a", attach())).isEqualTo(new OrderOutcome.Ordered());
    // the host reads that everything is to be online before it reads what is to be attached
    assertThat(feed(host)).containsExactly("ONLINE", "DRAIN", "OPERATE b", "ONLINE", "OPERATE a");
  }

  @Test
  void drain_waitsForAnAttach() {
    Departures departures = new Departures(ledger(), 0);
    order("a", attach());
    departures.say(grantId(), 0);
    assertThat(departures.drain(List.of(pool))).isZero();
    report("a", OperationState.DONE, 0, null);
    assertThat(departures.drain(List.of(pool))).isEqualTo(1);
    assertThat(feed(host)).containsExactly("ONLINE", "OPERATE a", "DRAIN");
  }

  private GrantId grantId() {
    return new GrantId(vm, 1);
  }

  @Test
  void order_withoutTheGrantIsRefused() {
    assertThat(operations().order(name + "-none", "a", copy()))
        .isEqualTo(new OrderOutcome.NoHost());
    assertThat(operations().order(other, "a", copy()))
        .isEqualTo(new GrantNotLive(vm + ".1", "it is on host " + host + ", not on host " + other));
    assertThat(order("a", copyOf(vm, 9, MIB)))
        .isEqualTo(new GrantNotLive(vm + ".9", "it was never committed"));
    grants().withdraw(new GrantId(vm + "x", 1));
    assertThat(order("a", copyOf(vm + "x", 1, MIB)))
        .isEqualTo(new GrantNotLive(vm + "x.1", "it is WITHDRAWN, not live"));
    grants().withdraw(new GrantId(vm, 1));
    assertThat(order("a", copy()))
        .isEqualTo(new GrantNotLive(vm + ".1", "it is RELEASING, not live"));
    Optional<Operation> ordered = ledger().read(books -> books.operations().find(host, "a"));
    assertThat(ordered).isEmpty();
  }

  @Test
  void order_thatDoesNotFitIsRefused() {
    assertThat(order("a", copyOf(vm, 1, MIB + 1))).isEqualTo(new OrderOutcome.MoreThanGranted(MIB));
    grant(vm + "2", 1, host);
    assertThat(order("a", attachOf(vm + "2")))
        .isEqualTo(new OrderOutcome.GrantNotOnline(vm + "2.1", 0, GIB));
    assertThat(order("a", copyOf(vm + "2", 1, MIB))).isEqualTo(new OrderOutcome.Ordered());
    fences().raise(other, "dead");
    assertThat(order("b", migrate(null)))
        .isEqualTo(new OrderOutcome.HostNotReady(other, "host " + other + " is fenced: dead"));
  }

  @Test
  void vm_hasOneUnfinishedOperation() {
    order("a", copy());
    assertThat(order("b", attach())).isEqualTo(new OrderOutcome.InProgress(operation("a")));
    report("a", OperationState.RUNNING, 1, null);
    assertThat(order("b", attach())).isEqualTo(new OrderOutcome.InProgress(operation("a")));
    report("a", OperationState.FAILED, 1, "pinned");
    assertThat(order("b", attach())).isEqualTo(new OrderOutcome.Ordered());
  }

  @Test
  void reports_areJudgedTheSameWheneverTheyCome() {
    order("a", copy());
    assertThat(report("a", OperationState.RUNNING, 512, null)).isEqualTo("APPLIED");
    assertThat(report("a", OperationState.RUNNING, 512, null)).isEqualTo("REPEATED");
    assertThat(report("a", OperationState.RUNNING, 100, null)).isEqualTo("REPEATED");
    assertThat(operation("a").doneMiB()).isEqualTo(512);
    assertThat(report("a", OperationState.RUNNING, MIB + 1, null))
        .isEqualTo("REFUSED doneMiB is 2049, accepted: 0..2048");
    assertThat(report("a", OperationState.DONE, MIB - 1, null))
        .isEqualTo("REFUSED DONE with 2047 MiB of 2048 moved");
    assertThat(report("a", OperationState.CANCELLED, 512, null))
        .isEqualTo("REFUSED nobody has asked for it to be called off");
    assertThat(report("a", OperationState.DONE, MIB, null)).isEqualTo("APPLIED");
    assertThat(report("a", OperationState.DONE, MIB, null)).isEqualTo("REPEATED");
    assertThat(report("a", OperationState.RUNNING, 600, null)).isEqualTo("ENDED it has ended DONE");
    assertThat(report("a", OperationState.FAILED, 600, "pinned"))
        .isEqualTo("ENDED it has ended DONE");
    assertThat(report("b", OperationState.RUNNING, 0, null))
        .isEqualTo("REFUSED there is no operation b of host " + host);
    assertThat(operation("a").state()).isEqualTo(OperationState.DONE);
  }

  @Test
  void reports_ofOneCallAreJudgedInOrder() {
    order("a", copy());
    AckOutcome outcome =
        acks()
            .take(
                host,
                new AckRequest(
                    "b1",
                    List.of(),
                    List.of(
                        new OperationReport("a", OperationState.RUNNING, 5, null),
                        new OperationReport("a", OperationState.FAILED, 7, "pinned"),
                        new OperationReport("a", OperationState.DONE, MIB, null))));
    assertThat(((AckOutcome.Judged) outcome).reply().operations())
        .extracting(OperationResult::outcome)
        .containsExactly(
            OperationOutcome.APPLIED, OperationOutcome.APPLIED, OperationOutcome.ENDED);
    assertThat(operation("a").state()).isEqualTo(OperationState.FAILED);
    assertThat(operation("a").cause()).isEqualTo("pinned");
    assertThat(operation("a").doneMiB()).isEqualTo(7);
  }

  @Test
  void cancel_beforeTheHostHasBegun_endsItAtOnce() {
    order("a", copy());
    assertThat(operations().cancel(host, "a")).isTrue();
    assertThat(operation("a").state()).isEqualTo(OperationState.CANCELLED);
    assertThat(operation("a").cause()).isNull();
    assertThat(feed(host)).endsWith("CANCEL a");
    int told = feed(host).size();
    assertThat(operations().cancel(host, "a")).isTrue();
    assertThat(feed(host)).hasSize(told);
    assertThat(report("a", OperationState.RUNNING, 0, null))
        .isEqualTo("ENDED it has ended CANCELLED");
    assertThat(operations().cancel(host, "b")).isFalse();
    assertThat(operations().cancel(name + "-none", "a")).isFalse();
  }

  @Test
  void cancel_ofARunningOne_isTheHostsToAnswer() {
    order("a", copy());
    report("a", OperationState.RUNNING, 100, null);
    operations().cancel(host, "a");
    operations().cancel(host, "a");
    assertThat(operation("a").state()).isEqualTo(OperationState.RUNNING);
    assertThat(operation("a").cancelAsked()).isTrue();
    assertThat(feed(host)).endsWith("OPERATE a", "CANCEL a");
    assertThat(report("a", OperationState.RUNNING, 150, null)).isEqualTo("APPLIED");
    assertThat(report("a", OperationState.CANCELLED, 200, null)).isEqualTo("APPLIED");
    assertThat(operation("a").state()).isEqualTo(OperationState.CANCELLED);
    assertThat(operation("a").doneMiB()).isEqualTo(200);
    order("b", copy());
    report("b", OperationState.RUNNING, 100, null);
    operations().cancel(host, "b");
    assertThat(report("b", OperationState.DONE, MIB, null)).isEqualTo("APPLIED");
    assertThat(operation("b").state()).isEqualTo(OperationState.DONE);
  }

  @Test
  void boot_failsWhatTheOldOneWasAt() {
    order("a", copy());
    report("a", OperationState.RUNNING, 100, null);
    assertThat(
            acks()
                .take(
                    host,
                    new AckRequest(
                        "b0",
                        List.of(),
                        List.of(new OperationReport("a", OperationState.DONE, MIB, null)))))
        .isEqualTo(new AckOutcome.OtherBoot("b1"));
    boot(host, 2);
    assertEnded("a", OperationState.FAILED, "host-rebooted");
    assertThat(reportOf(2, "a", OperationState.DONE, MIB, null))
        .isEqualTo("ENDED it has ended FAILED");
  }

  @Test
  void fence_failsThem_andTheHostIsToldAllTheSame() {
    order("a", copy());
    fences().raise(host, "dead");
    assertEnded("a", OperationState.FAILED, "host-fenced");
    assertThat(feed(host)).contains("CANCEL a");
    AckOutcome outcome =
        acks()
            .take(
                host,
                new AckRequest(
                    "b1",
                    List.of(),
                    List.of(new OperationReport("a", OperationState.DONE, MIB, null))));
    assertThat(((AckOutcome.Fenced) outcome).reply().operations())
        .containsExactly(
            new OperationResult(
                "a", OperationOutcome.REFUSED, "host " + host + " is fenced: dead"));
    assertThat(order("b", copy())).isInstanceOf(GrantNotLive.class);
  }

  @Test
  void failureOfTheEmc_failsThem() {
    order("a", copy());
    report("a", OperationState.RUNNING, 100, null);
    InMemoryEmc device = new InMemoryEmc(8);
    new EmcFailures(ledger(), (uri, meant) -> device).fail(pool, new FailRequest("dark", null));
    assertEnded("a", OperationState.FAILED, "emc-failed");
    assertThat(feed(host)).contains("CANCEL a");
    assertThat(order("b", copy())).isInstanceOf(GrantNotLive.class);
  }

  @Test
  void failureOfTheEmcWhereAVmIsToGo_failsThem() {
    String target = name + "-pool2";
    addPool(target, 8);
    wire(target, other);
    grants().put(new GrantId(vm, 2), new GrantRequest(other, target, GIB));
    assertThat(order("a", migrate(vm + ".2"))).isEqualTo(new OrderOutcome.Ordered());
    InMemoryEmc device = new InMemoryEmc(8);
    new EmcFailures(ledger(), (uri, meant) -> device).fail(target, new FailRequest("dark", null));
    assertEnded("a", OperationState.FAILED, "emc-failed");
    assertThat(feed(host)).endsWith("CANCEL a");
  }

  @Test
  void grantThatIsAskedBack_callsThemOff() {
    order("a", copy());
    grants().withdraw(new GrantId(vm, 1));
    assertEnded("a", OperationState.CANCELLED, "grant-withdrawn");
    grant(vm + "2", 1, host);
    order("b", copyOf(vm + "2", 1, MIB));
    report("b", OperationState.RUNNING, 1, null);
    // replaced by another attempt
    grant(vm + "2", 2, other);
    assertThat(operation("b").state()).isEqualTo(OperationState.RUNNING);
    assertThat(operation("b").cancelAsked()).isTrue();
    assertThat(feed(host)).contains("CANCEL b");
    assertThat(report("b", OperationState.CANCELLED, 1, null)).isEqualTo("APPLIED");
    assertEnded("b", OperationState.CANCELLED, "grant-withdrawn");
  }

  @Test
  void migration_goesToTheGrantThatReplacedTheOther() {
    assertThat(order("a", migrate(vm + ".2")))
        .isEqualTo(new GrantNotLive(vm + ".2", "it was never committed"));
    grant(vm, 2, other);
    assertThat(order("a", migrate(null))).isInstanceOf(GrantNotLive.class);
    assertThat(order("a", migrate(vm + ".2"))).isEqualTo(new OrderOutcome.Ordered());
    report("a", OperationState.RUNNING, 1, null);
    grants().withdraw(new GrantId(vm, 2));
    assertThat(operation("a").cancelAsked()).isTrue();
    assertThat(report("a", OperationState.CANCELLED, 1, null)).isEqualTo("APPLIED");
    assertEnded("a", OperationState.CANCELLED, "grant-withdrawn");
  }

  @Test
  void migration_isCalledOffWhenItsTargetIsFenced() {
    grant(vm, 2, other);
    order("a", migrate(vm + ".2"));
    fences().raise(other, "dead");
    assertEnded("a", OperationState.CANCELLED, "grant-withdrawn");
    assertThat(feed(host)).endsWith("CANCEL a");
  }

  @Test
  void deadline_endsIt_andALateReportChangesNothing() {
    order("a", copy());
    report("a", OperationState.RUNNING, 100, null);
    passDeadline(host, "a");
    expire("a");
    assertEnded("a", OperationState.EXPIRED, null);
    assertThat(feed(host)).endsWith("CANCEL a");
    assertThat(report("a", OperationState.DONE, MIB, null)).isEqualTo("ENDED it has ended EXPIRED");
    assertEnded("a", OperationState.EXPIRED, null);
    int told = feed(host).size();
    operations().expire();
    assertThat(feed(host)).hasSize(told);
  }

  @Test
  void report_afterTheDeadlineIsTooLate_alsoWhenNobodyHasLooked() {
    order("a", copy());
    passDeadline(host, "a");
    assertThat(report("a", OperationState.DONE, MIB, null)).isEqualTo("ENDED it has ended EXPIRED");
    assertEnded("a", OperationState.EXPIRED, null);
  }

  @Test
  void deadline_endsWhatWasCalledOff() {
    order("a", copy());
    report("a", OperationState.RUNNING, 100, null);
    operations().cancel(host, "a");
    passDeadline(host, "a");
    expire("a");
    assertEnded("a", OperationState.CANCELLED, "deadline-passed");
  }

  /** By this look, or by another that is under way. */
  private void expire(String operationId) {
    operations().expire();
    await().until(() -> operation(operationId).state().ended());
  }

  private void assertEnded(String operationId, OperationState state, @Nullable String cause) {
    Operation operation = operation(operationId);
    assertThat(operation.state()).isEqualTo(state);
    assertThat(operation.cause()).isEqualTo(cause);
    String vmId = operation.request().vmId();
    Optional<Operation> unfinished =
        ledger().read(books -> books.operations().unfinishedOfVm(vmId));
    assertThat(unfinished).isEmpty();
  }

  private OperationRequest copy() {
    return copyOf(vm, 1, MIB);
  }

  private static OperationRequest copyOf(String vmId, int attempt, long memoryMiB) {
    return new OperationRequest(
        OperationKind.COPY, vmId, vmId + "." + attempt, null, null, memoryMiB, 60_000);
  }

  private OperationRequest attach() {
    return attachOf(vm);
  }

  private static OperationRequest attachOf(String vmId) {
    return new OperationRequest(OperationKind.ATTACH, vmId, vmId + ".1", null, null, null, 60_000);
  }

  private OperationRequest migrate(@Nullable String targetGrant) {
    return new OperationRequest(
        OperationKind.MIGRATE, vm, vm + ".1", other, targetGrant, 8 * MIB, 60_000);
  }

  private OrderOutcome order(String operationId, OperationRequest request) {
    return operations().order(host, operationId, request);
  }

  private Operation operation(String operationId) {
    return ledger().read(books -> books.operations().find(host, operationId)).orElseThrow();
  }

  private String report(
      String operationId, OperationState state, long doneMiB, @Nullable String cause) {
    return reportOf(1, operationId, state, doneMiB, cause);
  }

  private String reportOf(
      int boot, String operationId, OperationState state, long doneMiB, @Nullable String cause) {
    AckOutcome outcome =
        acks()
            .take(
                host,
                new AckRequest(
                    "b" + boot,
                    List.of(),
                    List.of(new OperationReport(operationId, state, doneMiB, cause))));
    OperationResult result = ((AckOutcome.Judged) outcome).reply().operations().get(0);
    return result.reason() == null
        ? result.outcome().name()
        : result.outcome() + " " + result.reason();
  }

  private void grant(String vmId, int attempt, String hostId) {
    grants().put(new GrantId(vmId, attempt), new GrantRequest(hostId, pool, GIB));
  }

  private void online(String vmId, String hostId) {
    List<Observation> seen = new ArrayList<>();
    for (SliceRef slice : settle(vmId + ".1")) {
      seen.add(Agent.observation(pool, slice, Seen.ONLINE, null));
    }
    acks().take(hostId, new AckRequest("b1", seen));
  }

  private List<SliceRef> settle(String grantId) {
    List<String> ids = List.of(grantId);
    return ledger()
        .decide(
            books -> {
              Effects.Draft draft = new Effects.Draft();
              List<Grant> grants = books.lockGrants(ids);
              for (Slice slice : books.lockSlicesOf(ids)) {
                SliceRecord set = new SliceRecord.OwnerSet(slice.generation() + 1, 1);
                draft.change(new SliceChange(slice, List.of(set)));
              }
              List<Slice> set = draft.effects().slices().stream().map(SliceChange::after).toList();
              draft.command(Command.of(Kind.ONLINE, grants.get(0), set));
              return new Decision<>(set.stream().map(Slice::ref).toList(), draft.effects());
            });
  }

  private void boot(String hostId, int number) {
    new Boots(ledger(), new HostClockLimit(Duration.ZERO, InstantSource.system()))
        .report(hostId, new BootReport("b" + number, number, (1L << 30) / Agent.BLOCKS));
  }

  private Operations operations() {
    return new Operations(ledger());
  }

  private Grants grants() {
    return new Grants(ledger());
  }

  private Acks acks() {
    return new Acks(ledger());
  }

  private Fences fences() {
    return new Fences(ledger());
  }
}
