package io.tarn.pool.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.Outcome;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceRef;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.feed.AckOutcome;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.BootOutcome;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.feed.Recalls;
import io.tarn.pool.fence.FenceOutcome;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.grant.GrantAsk;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.grant.PutOutcome;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.pool.FailOutcome;
import io.tarn.pool.pool.ReplaceOutcome;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.InMemoryEmc;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the service does on every record, in memory and in PostgreSQL: the same decisions, the same
 * effects. No device is driven here; {@link #settle} stands in for it.
 */
public abstract class LedgerContract {

  private static final int CAPACITY = 8;

  // names of their own, since some records outlive a test
  private final String name = "x" + UUID.randomUUID().toString().substring(0, 8);
  private final String pool = name + "-pool";
  private final String host = name + "-h1";
  private final String other = name + "-h2";
  private final String vm = name + "-vm";
  private final UUID device = UUID.randomUUID();

  /** The record under test. */
  protected abstract Ledger ledger();

  /** Adds a pool that nobody drives, on a device if it is known which one. */
  protected abstract void addPool(String poolId, int capacityGiB, @Nullable UUID deviceId);

  /** Wires a host. */
  protected abstract void wire(String poolId, String hostId);

  /** A host's feed. */
  protected abstract List<HostCommand> feed(String hostId);

  @BeforeEach
  void hosts() {
    addPool(pool, CAPACITY, device);
    wire(pool, host);
    wire(pool, other);
    boot(host, 1);
    boot(other, 1);
  }

  @Test
  void grant_isCommittedOnce() {
    PutOutcome first = put(1, host, 3);
    assertThat(first).isInstanceOf(PutOutcome.Created.class);
    GrantView view = ((PutOutcome.Created) first).view();
    assertThat(view)
        .isEqualTo(
            new GrantView(
                id(1).toString(), vm, host, pool, 3, GrantState.GRANTED, 0, List.of(0, 1, 2)));
    assertThat(put(1, host, 3)).isEqualTo(new PutOutcome.Exists(view));
    assertThat(states()).containsExactlyInAnyOrderElementsOf(states(3, SliceState.ASSIGNED));
    assertThat(grants().find(id(1))).contains(view);
  }

  @Test
  void grant_withAnotherBodyDiffers() {
    put(1, host, 3);
    assertThat(put(1, host, 2)).isInstanceOf(PutOutcome.Differs.class);
    assertThat(put(1, other, 3)).isInstanceOf(PutOutcome.Differs.class);
  }

  @Test
  void grant_isAllOrNothing() {
    put(1, host, 5);
    assertThat(grants().put(new GrantId(vm + "b", 1), new GrantRequest(host, pool, 4)))
        .isEqualTo(new PutOutcome.Exhausted(pool, 4, 3));
    assertThat(grants().find(new GrantId(vm + "b", 1))).isEmpty();
    assertThat(grants().put(new GrantId(vm + "b", 1), new GrantRequest(host, pool, 3)))
        .isInstanceOf(PutOutcome.Created.class);
  }

  @Test
  void grant_thatWasWithdrawnFirstNeverComesToLife() {
    GrantView tombstone = grants().withdraw(id(2));
    assertThat(tombstone.state()).isEqualTo(GrantState.WITHDRAWN);
    assertThat(grants().withdraw(id(2))).isEqualTo(tombstone);
    assertThat(put(2, host, 3)).isInstanceOf(PutOutcome.Withdrawn.class);
    assertThat(put(1, host, 3)).isEqualTo(new PutOutcome.Superseded(2));
    assertThat(put(3, host, 3)).isInstanceOf(PutOutcome.Created.class);
  }

  @Test
  void newerAttempt_releasesTheOlder() {
    put(1, host, 3);
    settle(1);
    assertThat(put(2, other, 4)).isInstanceOf(PutOutcome.Created.class);
    assertThat(grant(1).state()).isEqualTo(GrantState.RELEASING);
    assertThat(grant(2).slices()).containsExactly(3, 4, 5, 6);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    assertThat(put(1, host, 3)).isInstanceOf(PutOutcome.Withdrawn.class);
  }

  @Test
  void newerAttempt_thatIsRefusedLeavesTheOlder() {
    put(1, host, 3);
    assertThat(put(2, other, 6)).isInstanceOf(PutOutcome.Exhausted.class);
    assertThat(grant(1).state()).isEqualTo(GrantState.GRANTED);
    assertThat(put(1, host, 3)).isInstanceOf(PutOutcome.Exists.class);
  }

  @Test
  void group_isDecidedAsIfOneWereAskedForAfterTheOther() {
    // what is asked of the pool together is asked of its twin one by one
    String twin = name + "-twin";
    addPool(twin, CAPACITY, UUID.randomUUID());
    wire(twin, host);
    wire(twin, other);
    List<String> together =
        grants().put(prepared(pool, "t")).stream()
            .map(outcome -> plain(outcome, pool, "t"))
            .toList();
    List<String> alone =
        prepared(twin, "a").stream()
            .map(ask -> plain(grants().put(ask.id(), ask.request()), twin, "a"))
            .toList();
    assertThat(together).isEqualTo(alone);
    assertThat(together.stream().map(outcome -> outcome.replaceFirst("\\[.*", "")))
        .containsExactly(
            "Exists", "Superseded", "Created", "Exhausted", "Created", "NotPoolable", "Exhausted");
    assertThat(states(pool)).isEqualTo(states(twin));
  }

  /** VMs with a past, and what is asked for them now. */
  private List<GrantAsk> prepared(String poolId, String prefix) {
    String vmId = prefix + name;
    grants().put(new GrantId(vmId + "1", 1), new GrantRequest(host, poolId, 2));
    grants().withdraw(new GrantId(vmId + "2", 2));
    grants().put(new GrantId(vmId + "3", 1), new GrantRequest(host, poolId, 1));
    return List.of(
        new GrantAsk(new GrantId(vmId + "1", 1), new GrantRequest(host, poolId, 2)),
        new GrantAsk(new GrantId(vmId + "2", 1), new GrantRequest(host, poolId, 1)),
        new GrantAsk(new GrantId(vmId + "3", 2), new GrantRequest(other, poolId, 2)),
        new GrantAsk(new GrantId(vmId + "4", 1), new GrantRequest(host, poolId, 9)),
        new GrantAsk(new GrantId(vmId + "5", 1), new GrantRequest(host, poolId, 3)),
        new GrantAsk(new GrantId(vmId + "6", 1), new GrantRequest(name + "-nobody", poolId, 1)),
        new GrantAsk(new GrantId(vmId + "7", 1), new GrantRequest(other, poolId, 1)));
  }

  private String plain(PutOutcome outcome, String poolId, String prefix) {
    return outcome.toString().replace(poolId, "POOL").replace(prefix + name, "VM");
  }

  @Test
  void grant_onAHostThatMayNotIsRefused() {
    wire(pool, name + "-silent");
    assertThat(put(1, name + "-silent", 1)).isInstanceOf(PutOutcome.NotPoolable.class);
    assertThat(put(1, name + "-nobody", 1)).isInstanceOf(PutOutcome.NotPoolable.class);
    wire(pool, name + "-large");
    boots().report(name + "-large", new BootReport("b1", 5, 2L << 30));
    PutOutcome large = put(1, name + "-large", 1);
    assertThat(((PutOutcome.NotPoolable) large).reason())
        .contains("/sys/devices/system/memory/block_size_bytes", "memory_block_size");
    assertThat(grants().put(id(1), new GrantRequest(host, name + "-none", 1)))
        .isEqualTo(new PutOutcome.NoPool(name + "-none"));
  }

  @Test
  void release_tellsTheHostOfSettledSlicesOnly() {
    put(1, host, 3);
    assertThat(grants().withdraw(id(1)).state()).isEqualTo(GrantState.RELEASING);
    assertThat(feed(host)).isEmpty();
    put(2, host, 2);
    settle(2);
    grants().withdraw(id(2));
    assertThat(last(host).slices()).containsExactly(new SliceRef(3, 1), new SliceRef(4, 1));
    int told = feed(host).size();
    assertThat(grants().withdraw(id(2)).state()).isEqualTo(GrantState.RELEASING);
    assertThat(feed(host)).hasSize(told);
  }

  @Test
  void acks_bringAGrantOnline() {
    put(1, host, 2);
    settle(1);
    assertThat(ack(host, 1, observation(0, 1, Seen.ONLINE, null))).containsExactly(Outcome.APPLIED);
    assertThat(grant(1).onlineGiB()).isEqualTo(1);
    assertThat(grant(1).state()).isEqualTo(GrantState.GRANTED);
    assertThat(
            ack(
                host,
                1,
                observation(0, 1, Seen.ONLINE, null),
                observation(1, 1, Seen.ONLINE, null)))
        .containsExactly(Outcome.REPEATED, Outcome.APPLIED);
    assertThat(grant(1).state()).isEqualTo(GrantState.ONLINE);
  }

  @Test
  void acks_ofOthersChangeNothing() {
    put(1, host, 2);
    settle(1);
    assertThat(ack(other, 1, observation(0, 1, Seen.ONLINE, null)))
        .containsExactly(Outcome.REFUSED);
    assertThat(ack(host, 1, observation(0, 2, Seen.ONLINE, null))).containsExactly(Outcome.REFUSED);
    assertThat(ack(host, 1, observation(7, 1, Seen.ONLINE, null))).containsExactly(Outcome.REFUSED);
    assertThat(
            acks().take(host, new AckRequest("b0", List.of(observation(0, 1, Seen.ONLINE, null)))))
        .isEqualTo(new AckOutcome.OtherBoot("b1"));
    assertThat(acks().take(name + "-nobody", request(1, observation(0, 1, Seen.ONLINE, null))))
        .isEqualTo(new AckOutcome.NoHost());
    assertThat(grant(1).onlineGiB()).isZero();
  }

  @Test
  void sliceThatTheHostLost_isToldAgain() {
    put(1, host, 2);
    settle(1);
    online(1);
    int told = feed(host).size();
    assertThat(ack(host, 1, observation(1, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
    assertThat(grant(1).state()).isEqualTo(GrantState.GRANTED);
    assertThat(feed(host)).hasSize(told + 1);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.ONLINE);
    assertThat(last(host).slices()).containsExactly(new SliceRef(1, 1));
  }

  @Test
  void stuckSlice_isQuarantinedAndComesBackTheSameWay() {
    put(1, host, 2);
    settle(1);
    online(1);
    grants().withdraw(id(1));
    assertThat(ack(host, 1, observation(0, 1, Seen.STUCK, "pinned")))
        .containsExactly(Outcome.APPLIED);
    Slice stuck = slice(0);
    assertThat(stuck.state()).isEqualTo(SliceState.QUARANTINED);
    assertThat(stuck.cause()).isEqualTo("pinned");
    assertThat(ack(host, 1, observation(0, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
    assertThat(slice(0).givenUp()).isTrue();
  }

  @Test
  void stuck_thatComesLateDoesNotUndoWhatWasAskedSince() {
    put(1, host, 1);
    settle(1);
    online(1);
    grants().withdraw(id(1));
    long first = last(host).sequence();
    assertThat(ack(host, 1, stuck(3, first))).containsExactly(Outcome.APPLIED);
    Recalls recalls = new Recalls(ledger(), new RecallPace(3, 0, 0));
    assertThat(recalls.recall(List.of(pool))).isEqualTo(1);
    assertThat(last(host).sequence()).isGreaterThan(first);
    assertThat(ack(host, 1, stuck(3, first))).containsExactly(Outcome.REPEATED);
    assertThat(slice(0).state()).isEqualTo(SliceState.RELEASING);
    assertThat(slice(0).tries()).isEqualTo(1);
    assertThat(ack(host, 1, stuck(3, last(host).sequence()))).containsExactly(Outcome.APPLIED);
    assertThat(slice(0).state()).isEqualTo(SliceState.QUARANTINED);
  }

  private Observation stuck(int offlineBlocks, long command) {
    return new Observation(pool, 0, 1, Seen.STUCK, offlineBlocks, Agent.BLOCKS, "pinned", command);
  }

  @Test
  void boot_withTheStartOfTheKnownOneIsAnotherWordForNothing() {
    BootReport known = report(1);
    BootReport twin = new BootReport("b-twin", 1, known.blockBytes());
    put(1, host, 1);
    settle(1);
    online(1);
    assertThat(boots().report(host, twin)).isEqualTo(new BootOutcome.Superseded(known));
    assertThat(slice(0).state()).isEqualTo(SliceState.ONLINE);
    assertThat(boots().report(host, known)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boot(host, 2)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boots().report(host, twin)).isInstanceOf(BootOutcome.Superseded.class);
  }

  @Test
  void departure_thatIsPutOffBringsBackWhatWasDrained() {
    Departures departures = drained();
    departures.say(id(1), 60_000);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.DRAIN);
    departures.say(id(1), 60_001);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.ONLINE);
    assertThat(last(host).slices()).hasSize(2);
    assertThat(departures.of(id(1)).orElseThrow().draining()).isFalse();
    departures.say(id(1), 59_000);
    assertThat(departures.drain(List.of(pool))).isEqualTo(1);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.DRAIN);
  }

  @Test
  void departure_isToldAgainToAHostThatForgotIt() {
    Departures departures = drained();
    boot(host, 2);
    assertThat(departures.of(id(1)).orElseThrow().draining()).isFalse();
    assertThat(departures.drain(List.of(pool))).isZero();
    online(1, 2);
    assertThat(departures.drain(List.of(pool))).isEqualTo(1);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.DRAIN);
    assertThat(departures.of(id(1)).orElseThrow().draining()).isTrue();
  }

  @Test
  void departure_takenBackWhileASliceComesOnlineAnewBringsBackTheOthers() {
    Departures departures = drained();
    ack(host, 1, observation(0, 1, Seen.OFFLINE, null));
    assertThat(grant(1).state()).isEqualTo(GrantState.GRANTED);
    assertThat(departures.takeBack(id(1))).isTrue();
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.ONLINE);
    assertThat(last(host).slices()).extracting(SliceRef::slice).containsExactly(1);
  }

  @Test
  void departure_ofAGrantThatNobodyKnows() {
    Departures departures = new Departures(ledger(), 60_000);
    assertThat(departures.knows(id(1))).isFalse();
    assertThat(departures.takeBack(id(1))).isFalse();
    put(1, host, 1);
    assertThat(departures.knows(id(1))).isTrue();
    assertThat(departures.takeBack(id(1))).isTrue();
    assertThat(departures.of(id(1))).isEmpty();
  }

  /** A grant of two slices whose host was told to drain it. */
  private Departures drained() {
    Departures departures = new Departures(ledger(), 60_000);
    put(1, host, 2);
    settle(1);
    online(1);
    departures.say(id(1), 1_000);
    assertThat(departures.drain(List.of(pool))).isEqualTo(1);
    assertThat(departures.of(id(1)).orElseThrow().draining()).isTrue();
    return departures;
  }

  @Test
  void boot_takesOnlineBackAndTellsAgain() {
    put(1, host, 2);
    settle(1);
    online(1);
    put2(2);
    settleOf(vm2(), 1);
    grants().withdraw(new GrantId(vm2(), 1));
    int told = feed(host).size();
    boot(host, 2);
    assertThat(slice(0).state()).isEqualTo(SliceState.ASSIGNED);
    assertThat(grant(1).state()).isEqualTo(GrantState.GRANTED);
    assertThat(feed(host).subList(told, told + 2))
        .extracting(HostCommand::kind)
        .containsExactlyInAnyOrder(HostCommand.Kind.ONLINE, HostCommand.Kind.OFFLINE);
    assertThat(boot(host, 2)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(feed(host)).hasSize(told + 2);
    assertThat(boot(host, 1)).isInstanceOf(BootOutcome.Superseded.class);
    assertThat(boot(name + "-nobody", 1)).isInstanceOf(BootOutcome.NoHost.class);
  }

  @Test
  void boot_fromAheadOfTheClockIsRefused() {
    assertThat(boot(host, 1_001)).isEqualTo(new BootOutcome.AheadOfClock(1_001, 1_000, 1_000));
    assertThat(boot(host, 1_000)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boot(host, 1_001)).isInstanceOf(BootOutcome.AheadOfClock.class);
    assertThat(boot(host, 1_000)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boot(host, 999)).isInstanceOf(BootOutcome.Superseded.class);
  }

  @Test
  void boot_afterOneFromAheadOfTheClockIsBelievedOnceTheHostIsFenced() {
    put(1, host, 2);
    settle(1);
    online(1);
    assertThat(bootsUntil(9_999).report(host, report(9_999)))
        .isInstanceOf(BootOutcome.Believed.class);
    // its own agent goes on
    assertThat(boot(host, 9_999)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boot(host, 2)).isInstanceOf(BootOutcome.Superseded.class);
    fences().raise(host, "its clock was wrong");
    assertThat(boot(host, 3)).isInstanceOf(BootOutcome.Believed.class);
    assertThat(boot(host, 2)).isInstanceOf(BootOutcome.Superseded.class);
    assertThat(slice(0).state()).isEqualTo(SliceState.RELEASING);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    // a fence alone puts no other boot out of order
    fences().raise(host, "dead");
    assertThat(boot(host, 2)).isInstanceOf(BootOutcome.Superseded.class);
  }

  @Test
  void failure_losesEverySliceAndTellsEveryHost() {
    put(1, host, 2);
    settle(1);
    online(1);
    grants().put(new GrantId(vm2(), 1), new GrantRequest(other, pool, 3));
    int told = feed(host).size();
    assertThat(fail(null)).isEqualTo(new FailOutcome.Failed(1));
    assertThat(states()).containsOnly(SliceState.LOST);
    assertThat(slice(0).cause()).isEqualTo("dark");
    assertThat(grant(1).state()).isEqualTo(GrantState.LOST);
    assertThat(feed(host)).hasSize(told + 1);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    assertThat(last(host).slices()).containsExactly(new SliceRef(0, 1), new SliceRef(1, 1));
    // of what was never settled the host was never told
    assertThat(feed(other)).isEmpty();
    assertThat(fail(null)).isEqualTo(new FailOutcome.Failed(1));
    assertThat(feed(host)).hasSize(told + 1);
    assertThat(fail(2)).isEqualTo(new FailOutcome.OtherIncarnation(1));
    assertThat(failures().fail(name + "-none", new FailRequest("dark", null)))
        .isEqualTo(new FailOutcome.NoPool());
  }

  @Test
  void failure_stopsGrants() {
    put(1, host, 2);
    fail(null);
    assertThat(grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, 1)))
        .isEqualTo(new PutOutcome.PoolFailed(pool));
    assertThat(put(1, host, 2)).isInstanceOf(PutOutcome.Withdrawn.class);
    assertThat(grants().withdraw(id(1)).state()).isEqualTo(GrantState.LOST);
    assertThat(deviceWork()).isEmpty();
  }

  @Test
  void hosts_letGoOfWhatIsLost() {
    put(1, host, 2);
    settle(1);
    online(1);
    fail(null);
    assertThat(ack(host, 1, observation(0, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
    assertThat(slice(0).letGo()).isTrue();
    assertThat(slice(1).letGo()).isFalse();
    boot(host, 2);
    assertThat(slice(0).letGo()).isFalse();
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    assertThat(last(host).slices()).containsExactly(new SliceRef(0, 1), new SliceRef(1, 1));
    assertThat(ack(host, 2, observation(0, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
  }

  @Test
  void replacement_isAnotherIncarnation() {
    put(1, host, 2);
    settle(1);
    online(1);
    assertThat(replace("a", null)).isEqualTo(new ReplaceOutcome.NotFailed(1));
    fail(null);
    assertThat(replace("a", 2)).isEqualTo(new ReplaceOutcome.OtherIncarnation(1));
    assertThat(replace("a", null)).isEqualTo(new ReplaceOutcome.Replaced(2));
    assertThat(replace("a", null)).isEqualTo(new ReplaceOutcome.Replaced(2));
    assertThat(replace("a", 1)).isEqualTo(new ReplaceOutcome.Replaced(2));
    assertThat(replace("b", 1)).isEqualTo(new ReplaceOutcome.OtherIncarnation(2));
    assertThat(fail(1)).isEqualTo(new FailOutcome.OtherIncarnation(2));
    // what the host still has is not the device's to renew
    assertThat(deviceWork()).containsExactly(2, 3, 4, 5, 6, 7);
    assertThat(grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, 1)))
        .isEqualTo(new PutOutcome.Exhausted(pool, 1, 0));
    assertThat(fail(2)).isEqualTo(new FailOutcome.Failed(2));
    assertThat(deviceWork()).isEmpty();
  }

  @Test
  void replacement_thatDoesNotFitIsRefused() {
    fail(null);
    ReplaceRequest free = new ReplaceRequest(address("a"), null);
    assertThat(replacing(CAPACITY - 1, null).replace(pool, free))
        .isEqualTo(new ReplaceOutcome.CapacityDiffers(CAPACITY, CAPACITY - 1));
    assertThat(replacing(CAPACITY, 5).replace(pool, free))
        .isEqualTo(new ReplaceOutcome.HasOwners(3, 5));
    assertThat(replacing(CAPACITY, null).replace(name + "-none", free))
        .isEqualTo(new ReplaceOutcome.NoPool());
    assertThat(ledger().read(books -> books.pool(pool)).orElseThrow().failed()).isTrue();
  }

  @Test
  void replacement_isAnotherDeviceAndNoOtherPools() {
    String second = name + "-second";
    InMemoryEmc fresh = new InMemoryEmc(CAPACITY);
    InMemoryEmc taken = new InMemoryEmc(CAPACITY);
    addPool(second, CAPACITY, taken.deviceId());
    fail(null);
    // whatever the address
    for (String place : List.of("a", "b")) {
      ReplaceRequest request = new ReplaceRequest(address(place), null);
      assertThat(by(taken).replace(pool, request)).isEqualTo(new ReplaceOutcome.ServesPool(second));
    }
    assertThat(by(fresh).replace(pool, new ReplaceRequest(address("a"), null)))
        .isEqualTo(new ReplaceOutcome.Replaced(2));
    assertThat(found(pool).deviceId()).isEqualTo(fresh.deviceId());
    assertThat(found(pool).emc()).isEqualTo(address("a"));
    fail(2);
    assertThat(by(fresh).replace(pool, new ReplaceRequest(address("b"), null)))
        .isEqualTo(new ReplaceOutcome.SameDevice(fresh.deviceId()));
    // a pool keeps the device that failed until another takes its place
    failures().fail(second, new FailRequest("dark", null));
    assertThat(by(fresh).replace(second, new ReplaceRequest(address("b"), null)))
        .isEqualTo(new ReplaceOutcome.ServesPool(pool));
    assertThat(found(second).failed()).isTrue();
    assertThat(found(second).deviceId()).isEqualTo(taken.deviceId());
  }

  @Test
  void device_isFoundByItsIdentityOrByTheAddressOfAPoolThatDoesNotKnowItsOwn() {
    String second = name + "-second";
    UUID unknown = UUID.randomUUID();
    addPool(second, 2, null);
    URI place = found(second).emc();
    assertThat(otherPool(device, null, second)).contains(pool);
    assertThat(otherPool(device, place, pool)).contains(second);
    assertThat(otherPool(device, null, pool)).isEmpty();
    assertThat(otherPool(unknown, address("elsewhere"), pool)).isEmpty();
    identify(second, unknown);
    assertThat(found(second).deviceId()).isEqualTo(unknown);
    assertThat(otherPool(device, place, pool)).isEmpty();
    assertThat(otherPool(unknown, null, pool)).contains(second);
  }

  private Optional<String> otherPool(UUID deviceId, @Nullable URI emc, String poolId) {
    return ledger().read(books -> books.otherPoolOf(deviceId, emc, poolId));
  }

  private void identify(String poolId, UUID deviceId) {
    ledger()
        .decide(
            books -> {
              Effects.Draft draft = new Effects.Draft();
              draft.change(new PoolChange.Identified(poolId, deviceId));
              return new Decision<>(true, draft.effects());
            });
  }

  private Pool found(String poolId) {
    return ledger().read(books -> books.pool(poolId)).orElseThrow();
  }

  private EmcFailures by(InMemoryEmc emc) {
    return new EmcFailures(ledger(), (uri, meant) -> emc.meantFor(meant));
  }

  @Test
  void fence_takesEverySliceAndEndsEveryGrant() {
    put(1, host, 2);
    settle(1);
    online(1);
    grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, 1));
    grants().put(new GrantId(vm + "3", 1), new GrantRequest(other, pool, 1));
    assertThat(fences().raise(host, "dead")).isEqualTo(new FenceOutcome.Fenced("dead"));
    assertThat(states().subList(0, 4))
        .containsExactly(
            SliceState.QUARANTINED,
            SliceState.QUARANTINED,
            SliceState.QUARANTINED,
            SliceState.ASSIGNED);
    assertThat(slice(0).fenced()).isTrue();
    assertThat(grant(1).state()).isEqualTo(GrantState.RELEASING);
    assertThat(deviceWork()).containsExactly(0, 1, 2, 3);
    int told = feed(host).size();
    assertThat(last(host).slices()).containsExactly(new SliceRef(0, 1), new SliceRef(1, 1));
    assertThat(fences().raise(host, "again")).isEqualTo(new FenceOutcome.Fenced("dead"));
    assertThat(feed(host)).hasSize(told);
    assertThat(fences().raise(name + "-nobody", "dead")).isEqualTo(new FenceOutcome.NoHost());
  }

  @Test
  void fencedHost_getsNothingAndIsNotBelieved() {
    put(1, host, 2);
    settle(1);
    online(1);
    fences().raise(host, "dead");
    assertThat(grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, 1)))
        .isEqualTo(new PutOutcome.Fenced(host, "dead"));
    AckOutcome outcome = acks().take(host, request(1, observation(0, 1, Seen.OFFLINE, null)));
    assertThat(((AckOutcome.Fenced) outcome).reply().results().get(0).reason())
        .isEqualTo("host " + host + " is fenced: dead");
    assertThat(slice(0).offlineBlocks()).isZero();
  }

  @Test
  void fence_isEndedByANewBoot() {
    put(1, host, 2);
    settle(1);
    online(1);
    fences().raise(host, "dead");
    boot(host, 2);
    assertThat(slice(0).state()).isEqualTo(SliceState.RELEASING);
    assertThat(last(host).kind()).isEqualTo(HostCommand.Kind.OFFLINE);
    assertThat(grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, 1)))
        .isInstanceOf(PutOutcome.Created.class);
    assertThat(ack(host, 2, observation(0, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
  }

  @Test
  void fence_thatIsLiftedAsksTheHostAgain() {
    put(1, host, 2);
    settle(1);
    online(1);
    assertThat(fences().lift(host)).isEqualTo(new FenceOutcome.Open());
    fences().raise(host, "dead");
    int told = feed(host).size();
    assertThat(fences().lift(host)).isEqualTo(new FenceOutcome.Open());
    assertThat(fences().lift(host)).isEqualTo(new FenceOutcome.Open());
    assertThat(feed(host)).hasSize(told + 1);
    assertThat(slice(0).state()).isEqualTo(SliceState.RELEASING);
    assertThat(deviceWork()).isEmpty();
    assertThat(ack(host, 1, observation(0, 1, Seen.OFFLINE, null)))
        .containsExactly(Outcome.APPLIED);
    assertThat(fences().lift(name + "-nobody")).isEqualTo(new FenceOutcome.NoHost());
  }

  @Test
  void hostWhoseFenceWasLifted_getsNothingBeforeItBoots() {
    fences().raise(host, "dead");
    fences().lift(host);
    GrantRequest asked = new GrantRequest(host, pool, 1);
    String reason =
        "its fence was lifted, and what was taken from it may still be online there; boot the host";
    assertThat(grants().put(id(1), asked)).isEqualTo(new PutOutcome.NotPoolable(reason));
    assertThat(((BootOutcome.Believed) boot(host, 1)).view().refusal()).isEqualTo(reason);
    assertThat(((BootOutcome.Believed) boot(host, 2)).view().poolable()).isTrue();
    assertThat(grants().put(id(1), asked)).isInstanceOf(PutOutcome.Created.class);
  }

  @Test
  void fence_letsGoOfWhatIsLost() {
    put(1, host, 2);
    settle(1);
    online(1);
    fail(null);
    fences().raise(host, "dead");
    replace("a", null);
    assertThat(deviceWork()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    fences().lift(host);
    assertThat(deviceWork()).containsExactly(2, 3, 4, 5, 6, 7);
  }

  private Fences fences() {
    return new Fences(ledger());
  }

  private FailOutcome fail(@Nullable Integer incarnation) {
    return failures().fail(pool, new FailRequest("dark", incarnation));
  }

  private ReplaceOutcome replace(String device, @Nullable Integer incarnation) {
    return failures().replace(pool, new ReplaceRequest(address(device), incarnation));
  }

  private URI address(String device) {
    return URI.create("http://127.0.0.1:1/v1/emcs/" + name + device);
  }

  private EmcFailures failures() {
    return replacing(CAPACITY, null);
  }

  /** Failures where a new device has a capacity, and an owner of slice 3 if one is given. */
  private EmcFailures replacing(int capacityGiB, @Nullable Integer owner) {
    InMemoryEmc device = new InMemoryEmc(capacityGiB);
    device.overwrite(3, owner, 0);
    return new EmcFailures(ledger(), (uri, meant) -> device);
  }

  private List<Integer> deviceWork() {
    return ledger().read(books -> books.deviceWork(pool, 100)).stream()
        .map(slice -> slice.key().number())
        .toList();
  }

  private void put2(int size) {
    grants().put(new GrantId(vm2(), 1), new GrantRequest(host, pool, size));
  }

  private String vm2() {
    return vm + "2";
  }

  private void settle(int attempt) {
    settleOf(vm, attempt);
  }

  private void settleOf(String vmId, int attempt) {
    List<String> ids = List.of(new GrantId(vmId, attempt).toString());
    ledger()
        .decide(
            books -> {
              Effects.Draft draft = new Effects.Draft();
              List<Grant> grants = books.lockGrants(ids);
              List<Slice> slices = books.lockSlicesOf(ids);
              for (Slice slice : slices) {
                SliceRecord set = new SliceRecord.OwnerSet(slice.generation() + 1, 1);
                draft.change(new SliceChange(slice, List.of(set)));
              }
              draft.command(
                  Command.of(
                      HostCommand.Kind.ONLINE,
                      grants.get(0),
                      draft.effects().slices().stream().map(SliceChange::after).toList()));
              return new Decision<>(true, draft.effects());
            });
  }

  private void online(int attempt) {
    online(attempt, 1);
  }

  private void online(int attempt, int boot) {
    List<Observation> seen =
        grant(attempt).slices().stream()
            .map(number -> observation(number, 1, Seen.ONLINE, null))
            .toList();
    acks().take(host, new AckRequest("b" + boot, seen));
  }

  private Grants grants() {
    return new Grants(ledger());
  }

  private Boots boots() {
    return bootsUntil(1_000);
  }

  /** Boots where it is so many milliseconds after 1970, and no host's clock may be ahead of it. */
  private Boots bootsUntil(long nowMillis) {
    return new Boots(
        ledger(), new HostClockLimit(Duration.ZERO, () -> Instant.ofEpochMilli(nowMillis)));
  }

  private Acks acks() {
    return new Acks(ledger());
  }

  private GrantId id(int attempt) {
    return new GrantId(vm, attempt);
  }

  private PutOutcome put(int attempt, String hostId, int sizeGiB) {
    return grants().put(id(attempt), new GrantRequest(hostId, pool, sizeGiB));
  }

  private GrantView grant(int attempt) {
    return grants().find(id(attempt)).orElseThrow();
  }

  private BootOutcome boot(String hostId, int number) {
    return boots().report(hostId, report(number));
  }

  private static BootReport report(int number) {
    return new BootReport("b" + number, number, (1L << 30) / Agent.BLOCKS);
  }

  private HostCommand last(String hostId) {
    List<HostCommand> feed = feed(hostId);
    return feed.get(feed.size() - 1);
  }

  private List<Outcome> ack(String hostId, int boot, Observation... seen) {
    AckOutcome outcome = acks().take(hostId, request(boot, seen));
    return ((AckOutcome.Judged) outcome)
        .reply().results().stream().map(AckReply.Result::outcome).toList();
  }

  private static AckRequest request(int boot, Observation... seen) {
    return new AckRequest("b" + boot, List.of(seen));
  }

  private Observation observation(int number, long generation, Seen seen, @Nullable String cause) {
    return Agent.observation(pool, new SliceRef(number, generation), seen, cause);
  }

  private Slice slice(int number) {
    return ledger().read(books -> books.slices(List.of(new SliceKey(pool, number)))).get(0);
  }

  private List<SliceState> states() {
    return states(pool);
  }

  private List<SliceState> states(String poolId) {
    List<SliceKey> keys =
        IntStream.range(0, CAPACITY).mapToObj(number -> new SliceKey(poolId, number)).toList();
    return ledger().read(books -> books.slices(keys)).stream().map(Slice::state).toList();
  }

  private static List<SliceState> states(int count, SliceState state) {
    return IntStream.range(0, CAPACITY)
        .mapToObj(number -> number < count ? state : SliceState.FREE)
        .toList();
  }
}
