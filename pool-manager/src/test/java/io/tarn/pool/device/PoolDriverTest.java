package io.tarn.pool.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.FailRequest;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.ReplaceRequest;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.testing.Agent;
import io.tarn.pool.testing.InMemoryEmc;
import io.tarn.pool.testing.InMemoryLedger;
import io.tarn.pool.testing.MeantDriver;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolDriverTest {

  private static final GrantId ID = new GrantId("vm", 1);
  private static final long EPOCH = 3;
  private static final HostClockLimit CLOCK =
      new HostClockLimit(Duration.ofDays(1), InstantSource.system());

  private final InMemoryLedger ledger = new InMemoryLedger();
  private final InMemoryEmc emc = new InMemoryEmc(4);
  private final InMemoryEmc fresh = new InMemoryEmc(4);
  private final FixedLeadership leadership = new FixedLeadership();
  private final PoolDriver driver =
      new PoolDriver(ledger, (uri, meant) -> emc.meantFor(meant), leadership, "p");
  private final Grants grants = new Grants(ledger);
  private final Acks acks = new Acks(ledger);

  @BeforeEach
  void wire() {
    ledger.pool("p", 4, emc.deviceId());
    ledger.wire("p", "h0");
    ledger.wire("p", "h1");
    for (String host : List.of("h0", "h1")) {
      new Boots(ledger, CLOCK).report(host, new BootReport("b", 1, (1L << 30) / Agent.BLOCKS));
    }
  }

  @Test
  void pass_withoutWorkAsksTheDeviceForNothing() {
    emc.away(true);
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.IDLE);
  }

  @Test
  void grant_isSettledAndToldOnce() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, 1, 1));
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, 1, 1));
    assertThat(ledger.feed("h1")).hasSize(1);
    assertThat(ledger.feed("h1").get(0).kind()).isEqualTo(Kind.ONLINE);
    assertThat(ledger.feed("h1").get(0).slices()).hasSize(2);
    assertThat(slice(0).epoch()).isEqualTo(EPOCH);
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.IDLE);
  }

  @Test
  void deviceThatSaysSuccessAndDoesNothing_isAskedAgain() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    emc.idle(true);
    PassResult pass = driver.pass(EPOCH);
    assertThat(pass.undone()).isEqualTo(2);
    assertThat(pass.goOn()).isFalse();
    assertThat(ledger.feed("h1")).isEmpty();
    assertThat(slice(0).settled()).isFalse();
    emc.idle(false);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
  }

  @Test
  void changeWhoseAnswerWasLost_isFoundDoneByReadingBack() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    emc.beforeReadBack(
        () -> {
          throw new DeviceException("lost");
        });
    assertThatExceptionOfType(DeviceException.class).isThrownBy(() -> driver.pass(EPOCH));
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, 1, 1));
    assertThat(slice(0).settled()).isFalse();
    emc.beforeReadBack(() -> {});
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(0).generation()).isEqualTo(1);
    assertThat(ledger.feed("h1")).hasSize(1);
  }

  @Test
  void entryThatNobodyExpected_isLeftAsItIs() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    emc.overwrite(0, 0, 7);
    PassResult pass = driver.pass(EPOCH);
    assertThat(pass.done()).isEqualTo(1);
    assertThat(pass.differing()).singleElement().asString().contains("found TableEntry[slice=0");
    assertThat(slice(0).settled()).isFalse();
    assertThat(slice(1).settled()).isTrue();
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, 0, 7));
    assertThat(ledger.feed("h1")).isEmpty();
    // once someone has mended the table, the grant goes on, with one command for all of it
    emc.overwrite(0, null, 0);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(1);
    assertThat(ledger.feed("h1")).singleElement().satisfies(c -> assertThat(c.slices()).hasSize(2));
  }

  @Test
  void grantReleasedBeforeItWasSettled_isNeverBroughtOnline() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    grants.withdraw(ID);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(ledger.feed("h1")).extracting(Command::kind).containsExactly(Kind.OFFLINE);
    assertThat(slice(0).state()).isEqualTo(SliceState.RELEASING);
  }

  @Test
  void release_clearsReadsBackAndErasesBeforeTheSliceIsFree() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    driver.pass(EPOCH);
    grants.withdraw(ID);
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.IDLE);
    offline(0, 1);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(0).state()).isEqualTo(SliceState.SCRUBBING);
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, null, 2));
    assertThat(emc.dirty()).containsExactlyInAnyOrder(0, 1);
    assertThat(grants.find(ID).orElseThrow().state()).isEqualTo(GrantState.RELEASING);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(emc.dirty()).isEmpty();
    assertThat(slice(0).state()).isEqualTo(SliceState.FREE);
    assertThat(grants.find(ID).orElseThrow().state()).isEqualTo(GrantState.RELEASED);
    assertThat(ledger.announced())
        .extracting(Object::getClass)
        .containsExactly(
            Announcement.Committed.class,
            Announcement.Releasing.class,
            Announcement.Released.class);
  }

  @Test
  void sliceThatIsNotErased_isNotFree() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    driver.pass(EPOCH);
    grants.withdraw(ID);
    offline(0, 1);
    driver.pass(EPOCH);
    emc.idle(true);
    assertThat(driver.pass(EPOCH).undone()).isEqualTo(2);
    assertThat(slice(0).state()).isEqualTo(SliceState.SCRUBBING);
  }

  @Test
  void grant_ofASliceThatStillHoldsData_isErasedFirst() {
    emc.soil(0, 1);
    grants.put(ID, new GrantRequest("h1", "p", 2));

    assertThat(driver.pass(EPOCH).done()).isEqualTo(1);
    assertThat(emc.entry(0).owner()).as("not given yet").isNull();
    assertThat(emc.dirty()).doesNotContain(0);
    assertThat(ledger.feed("h1")).isEmpty();
    assertThat(driver.pass(EPOCH).done()).isEqualTo(1);
    assertThat(ledger.feed("h1")).hasSize(1);
  }

  @Test
  void rebootWhileTheOwnerIsCleared_waitsForTheNewBoot() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    driver.pass(EPOCH);
    grants.withdraw(ID);
    offline(0, 1);
    BootReport next = new BootReport("b2", 2, (1L << 30) / Agent.BLOCKS);
    emc.beforeReadBack(() -> new Boots(ledger, CLOCK).report("h1", next));
    assertThat(driver.pass(EPOCH).done()).isZero();
    assertThat(slice(0).state()).isEqualTo(SliceState.OFFLINING);
    emc.beforeReadBack(() -> {});
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.IDLE);
    offline(0, 1, "b2");
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(0).state()).isEqualTo(SliceState.SCRUBBING);
  }

  @Test
  void leaseThatChangedHandsDuringThePass_letsNothingBeWritten() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    leadership.epoch = OptionalLong.empty();
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.DEPOSED);
    assertThat(slice(0).settled()).isFalse();
    leadership.epoch = OptionalLong.of(EPOCH + 1);
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.DEPOSED);
    assertThat(driver.pass(EPOCH + 1).done()).isEqualTo(2);
    assertThat(slice(0).epoch()).isEqualTo(EPOCH + 1);
  }

  @Test
  void replacement_isUsedAboveEveryGenerationOfTheOldOne() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    driver.pass(EPOCH);
    fresh.overwrite(3, null, 40);
    EmcFailures failures = new EmcFailures(ledger, (uri, meant) -> fresh.meantFor(meant));
    failures.fail("p", new FailRequest("dark", null));
    emc.away(true);
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.IDLE);
    failures.replace("p", new ReplaceRequest(URI.create("http://fresh"), null));
    PoolDriver renewed =
        new PoolDriver(ledger, (uri, meant) -> fresh.meantFor(meant), leadership, "p");
    // two slices were FREE; the others are still online at their host
    assertThat(renewed.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(2).generation()).isEqualTo(2);
    assertThat(slice(3).generation()).isEqualTo(40);
    assertThat(renewed.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(3).state()).isEqualTo(SliceState.FREE);
    assertThat(renewed.pass(EPOCH)).isEqualTo(PassResult.IDLE);
    assertThat(fresh.entry(0)).isEqualTo(new TableEntry(0, null, 0));
    offline(0, 1);
    renewed.pass(EPOCH);
    renewed.pass(EPOCH);
    assertThat(fresh.entry(0)).isEqualTo(new TableEntry(0, null, 3));
    assertThat(ledger.all()).extracting(Slice::state).containsOnly(SliceState.FREE);
    assertThat(ledger.allGrants()).extracting(Grant::state).containsExactly(GrantState.RELEASED);
    assertThat(ledger.announced())
        .extracting(announcement -> announcement.getClass().getSimpleName())
        .containsExactly("Committed", "PoolFailed", "GrantLost", "PoolReplaced", "Released");
  }

  @Test
  void replacement_whoseEntryGotAnOwnerIsLeftAsItIs() {
    EmcFailures failures = new EmcFailures(ledger, (uri, meant) -> fresh.meantFor(meant));
    failures.fail("p", new FailRequest("dark", null));
    failures.replace("p", new ReplaceRequest(URI.create("http://fresh"), null));
    fresh.overwrite(1, 9, 1);
    PassResult pass =
        new PoolDriver(ledger, (uri, meant) -> fresh.meantFor(meant), leadership, "p").pass(EPOCH);
    assertThat(pass.done()).isEqualTo(3);
    assertThat(pass.differing()).hasSize(1);
    assertThat(slice(1).state()).isEqualTo(SliceState.LOST);
  }

  @Test
  void readings_ofAFailedDeviceAreNotWritten() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    EmcFailures failures = new EmcFailures(ledger, (uri, meant) -> emc.meantFor(meant));
    emc.beforeReadBack(() -> failures.fail("p", new FailRequest("dark", null)));
    assertThat(driver.pass(EPOCH)).isEqualTo(PassResult.DEPOSED);
    assertThat(ledger.all()).extracting(Slice::state).containsOnly(SliceState.LOST);
    assertThat(ledger.feed("h1")).isEmpty();
  }

  @Test
  void fencedHost_losesItsSlicesOneByOne() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    driver.pass(EPOCH);
    Fences fences = new Fences(ledger);
    fences.raise("h1", "dead");
    emc.overwrite(1, 60, 9);
    PassResult pass = driver.pass(EPOCH);
    assertThat(pass.done()).isEqualTo(1);
    assertThat(pass.differing()).hasSize(1);
    assertThat(slice(0).state()).isEqualTo(SliceState.SCRUBBING);
    assertThat(slice(1).state()).isEqualTo(SliceState.QUARANTINED);
    assertThat(slice(1).cause()).isEqualTo("fencing: dead");
    emc.overwrite(1, 1, 1);
    driver.pass(EPOCH);
    driver.pass(EPOCH);
    assertThat(ledger.all()).extracting(Slice::state).containsOnly(SliceState.FREE);
    assertThat(ledger.allGrants()).extracting(Grant::state).containsExactly(GrantState.RELEASED);
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, null, 2));
  }

  @Test
  void fencedBeforeItWasSettled_isNeverLeftToACallUnderWay() {
    grants.put(ID, new GrantRequest("h1", "p", 2));
    new Fences(ledger).raise("h1", "dead");
    // the call that was to give slice 0 to the host has come through, that of slice 1 has not
    emc.compareAndSetOwners(List.of(new OwnerChange(0, null, 0, 1, EPOCH)));
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
    assertThat(slice(0).state()).isEqualTo(SliceState.QUARANTINED);
    assertThat(slice(1).state()).isEqualTo(SliceState.SCRUBBING);
    emc.compareAndSetOwners(List.of(new OwnerChange(1, null, 0, 1, EPOCH)));
    assertThat(emc.entry(1)).isEqualTo(new TableEntry(1, null, 1));
    driver.pass(EPOCH);
    driver.pass(EPOCH);
    assertThat(ledger.all()).extracting(Slice::state).containsOnly(SliceState.FREE);
    assertThat(ledger.feed("h1")).isEmpty();
  }

  @Test
  void entryThatWasTakenOver_isClearedOfWhoeverIsInIt() {
    emc.overwrite(2, 60, 9);
    ledger.decide(
        books -> {
          Effects.Draft draft = new Effects.Draft();
          SliceRecord taken = new SliceRecord.EntryTakenOver(9);
          draft.change(new SliceChange(slice(2), List.of(taken)));
          return new Decision<>(true, draft.effects());
        });
    assertThat(driver.pass(EPOCH).done()).isEqualTo(1);
    assertThat(emc.entry(2)).isEqualTo(new TableEntry(2, null, 10));
    // nothing is free before it was erased
    assertThat(slice(2).state()).isEqualTo(SliceState.SCRUBBING);
    assertThat(driver.pass(EPOCH).done()).isEqualTo(1);
    assertThat(slice(2).state()).isEqualTo(SliceState.FREE);
    assertThat(slice(2).generation()).isEqualTo(10);
  }

  @Test
  void entryThatChangesAgainWhileItIsTakenOver_isLeftAsItIs() {
    emc.overwrite(2, 60, 9);
    ledger.decide(
        books -> {
          Effects.Draft draft = new Effects.Draft();
          SliceRecord taken = new SliceRecord.EntryTakenOver(9);
          draft.change(new SliceChange(slice(2), List.of(taken)));
          return new Decision<>(true, draft.effects());
        });
    emc.overwrite(2, 61, 12);
    assertThat(driver.pass(EPOCH).differing()).hasSize(1);
    assertThat(emc.entry(2)).isEqualTo(new TableEntry(2, 61, 12));
  }

  @Test
  void anotherDeviceAtTheAddress_isAskedForNothing() {
    InMemoryEmc another = new InMemoryEmc(4);
    grants.put(ID, new GrantRequest("h1", "p", 2));
    PoolDriver misled =
        new PoolDriver(ledger, (uri, meant) -> another.meantFor(meant), leadership, "p");
    assertThatExceptionOfType(WrongDeviceException.class).isThrownBy(() -> misled.pass(EPOCH));
    assertThat(another.asked()).isEmpty();
    assertThat(another.readTable().highestEpoch()).isZero();
    assertThat(slice(0).settled()).isFalse();
    assertThat(driver.pass(EPOCH).done()).isEqualTo(2);
  }

  @Test
  void deviceCarriedOffDuringThePass_isNotReadIntoTheRecord() {
    // what it would be believed by: the same entries
    InMemoryEmc another = new InMemoryEmc(4);
    another.overwrite(0, 1, 1);
    another.overwrite(1, 1, 1);
    InMemoryEmc[] there = {emc};
    PoolDriver misled =
        new PoolDriver(
            ledger,
            (uri, meant) -> new MeantDriver(() -> there[0], () -> there[0].deviceId(), meant),
            leadership,
            "p");
    emc.beforeReadBack(
        () -> {
          throw new AssertionError("it is not there any more");
        });
    leadership.whenHeld = () -> there[0] = another;
    grants.put(ID, new GrantRequest("h1", "p", 2));
    assertThatExceptionOfType(WrongDeviceException.class).isThrownBy(() -> misled.pass(EPOCH));
    assertThat(emc.entry(0)).isEqualTo(new TableEntry(0, 1, 1));
    assertThat(slice(0).settled()).isFalse();
    assertThat(ledger.feed("h1")).isEmpty();
  }

  @Test
  void poolOfBeforeDevicesHadIdentities_learnsItsDeviceAtItsNextPass() {
    ledger.pool("old", 4);
    PoolDriver old =
        new PoolDriver(ledger, (uri, meant) -> fresh.meantFor(meant), leadership, "old");
    fresh.away(true);
    assertThatExceptionOfType(DeviceException.class).isThrownBy(() -> old.pass(EPOCH));
    fresh.away(false);
    assertThat(old.pass(EPOCH)).isEqualTo(PassResult.IDLE);
    assertThat(deviceOf("old")).contains(fresh.deviceId());
    fresh.away(true);
    assertThat(old.pass(EPOCH)).isEqualTo(PassResult.IDLE);
  }

  @Test
  void poolWhoseDeviceTurnsOutToBeAnothers_standsStill() {
    ledger.pool("old", 4);
    ledger.wire("old", "h1");
    grants.put(ID, new GrantRequest("h1", "old", 2));
    PoolDriver old = new PoolDriver(ledger, (uri, meant) -> emc.meantFor(meant), leadership, "old");
    assertThatExceptionOfType(WrongDeviceException.class)
        .isThrownBy(() -> old.pass(EPOCH))
        .withMessageContaining("device " + emc.deviceId() + ", which serves pool p");
    assertThat(emc.asked()).isEmpty();
    assertThat(deviceOf("old")).isEmpty();
  }

  @Test
  void poolOfADeposedLeader_learnsNothing() {
    ledger.pool("old", 4);
    PoolDriver old =
        new PoolDriver(ledger, (uri, meant) -> fresh.meantFor(meant), leadership, "old");
    leadership.lost = true;
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> old.pass(EPOCH));
    assertThat(deviceOf("old")).isEmpty();
  }

  private Optional<UUID> deviceOf(String poolId) {
    return ledger.read(books -> books.pool(poolId)).map(Pool::deviceId);
  }

  private void offline(int first, int second) {
    offline(first, second, "b");
  }

  private void offline(int first, int second, String bootId) {
    List<Observation> seen =
        List.of(first, second).stream()
            .map(number -> Agent.observation("p", slice(number).ref(), Seen.OFFLINE, null))
            .toList();
    acks.take("h1", new AckRequest(bootId, seen));
  }

  private Slice slice(int number) {
    return ledger.all().get(number);
  }

  /** Holds the lease under an epoch until told otherwise. */
  private static final class FixedLeadership implements Leadership {

    private OptionalLong epoch = OptionalLong.of(EPOCH);
    private Runnable whenHeld = () -> {};
    private boolean lost;

    @Override
    public OptionalLong hold() {
      whenHeld.run();
      return epoch;
    }

    @Override
    public void guard() {
      if (lost) {
        throw new IllegalStateException("the lease is lost");
      }
    }

    @Override
    public void release() {}
  }
}
