package io.tarn.pool.slice;

import static io.tarn.contracts.pool.SliceState.ASSIGNED;
import static io.tarn.contracts.pool.SliceState.FREE;
import static io.tarn.contracts.pool.SliceState.OFFLINING;
import static io.tarn.contracts.pool.SliceState.ONLINE;
import static io.tarn.contracts.pool.SliceState.QUARANTINED;
import static io.tarn.contracts.pool.SliceState.RELEASING;
import static io.tarn.contracts.pool.SliceState.SCRUBBING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.Assigned;
import io.tarn.pool.slice.SliceRecord.EmcFailed;
import io.tarn.pool.slice.SliceRecord.EmcReplaced;
import io.tarn.pool.slice.SliceRecord.EntryTakenOver;
import io.tarn.pool.slice.SliceRecord.Fenced;
import io.tarn.pool.slice.SliceRecord.HostRebooted;
import io.tarn.pool.slice.SliceRecord.Kind;
import io.tarn.pool.slice.SliceRecord.OfflineSeen;
import io.tarn.pool.slice.SliceRecord.OnlineSeen;
import io.tarn.pool.slice.SliceRecord.OwnerCleared;
import io.tarn.pool.slice.SliceRecord.OwnerSet;
import io.tarn.pool.slice.SliceRecord.ReleaseAsked;
import io.tarn.pool.slice.SliceRecord.Scrubbed;
import io.tarn.pool.slice.SliceRecord.Stuck;
import io.tarn.pool.testing.Slices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceMachineTest {

  /** Design section 5: every way that there is; all others are illegal. */
  private static final List<String> WAYS =
      List.of(
          "FREE        ASSIGNED        ASSIGNED",
          "ASSIGNED    OWNER_SET       ASSIGNED",
          "ASSIGNED    ONLINE_SEEN     ONLINE",
          "ASSIGNED    ONLINE_REFUSED  ASSIGNED",
          "ASSIGNED    RELEASE_ASKED   RELEASING",
          "ONLINE      DROPPED         ASSIGNED",
          "ONLINE      HOST_REBOOTED   ASSIGNED",
          "ONLINE      RELEASE_ASKED   RELEASING",
          "RELEASING   OWNER_SET       RELEASING",
          "RELEASING   OFFLINE_SEEN    OFFLINING",
          "RELEASING   STUCK           QUARANTINED",
          "OFFLINING   OFFLINE_SEEN    OFFLINING",
          "OFFLINING   HOST_REBOOTED   OFFLINING",
          "OFFLINING   STUCK           QUARANTINED",
          "OFFLINING   OWNER_CLEARED   SCRUBBING",
          "SCRUBBING   SCRUBBED        FREE",
          "QUARANTINED STUCK           QUARANTINED",
          "QUARANTINED HOST_REBOOTED   RELEASING",
          "QUARANTINED REPAIR_STARTED  RELEASING",
          "QUARANTINED RECALLED        RELEASING",
          "FREE        EMC_FAILED      LOST",
          "ASSIGNED    EMC_FAILED      LOST",
          "ONLINE      EMC_FAILED      LOST",
          "RELEASING   EMC_FAILED      LOST",
          "OFFLINING   EMC_FAILED      LOST",
          "SCRUBBING   EMC_FAILED      LOST",
          "QUARANTINED EMC_FAILED      LOST",
          "LOST        OFFLINE_SEEN    LOST",
          "LOST        HOST_REBOOTED   LOST",
          "LOST        EMC_REPLACED    SCRUBBING",
          "ASSIGNED    FENCED          QUARANTINED",
          "ONLINE      FENCED          QUARANTINED",
          "RELEASING   FENCED          QUARANTINED",
          "OFFLINING   FENCED          QUARANTINED",
          "QUARANTINED FENCED          QUARANTINED",
          "LOST        FENCED          LOST",
          "QUARANTINED OWNER_SET       QUARANTINED",
          "QUARANTINED OWNER_CLEARED   SCRUBBING",
          "QUARANTINED FENCE_LIFTED    RELEASING",
          "LOST        FENCE_LIFTED    LOST",
          "FREE        ENTRY_TAKEN_OVER SCRUBBING",
          "SCRUBBING   ENTRY_TAKEN_OVER SCRUBBING",
          "RELEASING   ENTRY_TAKEN_OVER SCRUBBING",
          "OFFLINING   ENTRY_TAKEN_OVER SCRUBBING",
          "QUARANTINED ENTRY_TAKEN_OVER SCRUBBING",
          "SCRUBBING   OWNER_CLEARED   SCRUBBING");

  @Test
  void transitions_areThoseOfTheTableAndNoOthers() {
    List<String> found = new ArrayList<>();
    for (SliceState state : SliceState.values()) {
      for (Kind kind : Kind.values()) {
        Transitions.next(state, kind)
            .ifPresent(next -> found.add("%-11s %-15s %s".formatted(state, kind, next)));
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(WAYS);
  }

  @Test
  void grant_takesOnlyFreeSlicesAndLeavesThemUnsettled() {
    Slice slice = SliceMachine.apply(Slices.in(FREE), new Assigned("h2", "vm.2"));
    assertThat(slice.state()).isEqualTo(ASSIGNED);
    assertThat(slice.settled()).isFalse();
    assertThat(slice.needsDevice()).isTrue();
    assertIllegal(Slices.in(ONLINE), new Assigned("h2", "vm.2"));
  }

  @Test
  void ownerSet_needsAHigherGenerationAndNoOlderEpoch() {
    Slice asked = Slices.unsettled(1);
    assertThat(SliceMachine.apply(asked, new OwnerSet(5, 1)).settled()).isTrue();
    assertIllegal(asked, new OwnerSet(4, 1));
    assertIllegal(Slices.in(ASSIGNED), new OwnerSet(6, 9));
  }

  @Test
  void online_isNotSeenBeforeTheDeviceWasReadBack() {
    assertIllegal(Slices.unsettled(1), new OnlineSeen(8));
  }

  @Test
  void ownerCleared_needsEveryBlockOffline() {
    assertIllegal(Slices.in(OFFLINING), new OwnerCleared(6, 2));
    Slice off = SliceMachine.apply(Slices.in(OFFLINING), new OfflineSeen(8, 8));
    assertThat(off.givenUp()).isTrue();
    assertIllegal(off, new OwnerCleared(5, 2));
    assertIllegal(off, new OwnerCleared(6, 1));
    Slice cleared = SliceMachine.apply(off, new OwnerCleared(6, 3));
    assertThat(cleared.state()).isEqualTo(SCRUBBING);
    assertThat(cleared.hostId()).isNull();
    assertThat(cleared.grantId()).isEqualTo(Slices.GRANT);
    assertThat(cleared.epoch()).isEqualTo(3);
  }

  @Test
  void scrubbed_freesItAtItsGeneration() {
    Slice free = SliceMachine.apply(Slices.in(SCRUBBING), new Scrubbed(2));
    assertThat(free).isEqualTo(new Slice(free.key(), FREE, null, null, 6, true, 2, 0, 0, null));
    assertIllegal(Slices.in(SCRUBBING), new Scrubbed(1));
  }

  @Test
  void reboot_takesBackWhatTheOldBootSaid() {
    Slice off = SliceMachine.apply(Slices.in(OFFLINING), new OfflineSeen(8, 8));
    Slice rebooted = SliceMachine.apply(off, new HostRebooted());
    assertThat(rebooted.state()).isEqualTo(OFFLINING);
    assertThat(rebooted.offlineBlocks()).isZero();
    assertThat(rebooted.givenUp()).isFalse();
    assertThat(SliceMachine.apply(Slices.in(QUARANTINED), new HostRebooted()).cause()).isNull();
  }

  @Test
  void commands_inEachState() {
    List<String> found = new ArrayList<>();
    for (SliceState state : SliceState.values()) {
      Slice slice = Slices.in(state);
      found.add(
          state
              + " "
              + kinds(SliceMachine.release(slice))
              + kinds(SliceMachine.reboot(slice))
              + kinds(SliceMachine.fail(slice, "dark"))
              + kinds(SliceMachine.fence(slice, "dark")));
    }
    assertThat(found)
        .containsExactly(
            "FREE [][][EMC_FAILED][]",
            "ASSIGNED [RELEASE_ASKED][][EMC_FAILED][FENCED]",
            "ONLINE [RELEASE_ASKED][HOST_REBOOTED][EMC_FAILED][FENCED]",
            "RELEASING [][][EMC_FAILED][FENCED]",
            "OFFLINING [][HOST_REBOOTED][EMC_FAILED][FENCED]",
            "SCRUBBING [][][EMC_FAILED][]",
            "QUARANTINED [][HOST_REBOOTED][EMC_FAILED][FENCED]",
            "LOST [][HOST_REBOOTED][][FENCED]");
  }

  @Test
  void fenced_isClearedWithoutItsHost() {
    Slice fenced = SliceMachine.apply(Slices.in(ONLINE), new Fenced("dead"));
    assertThat(fenced.state()).isEqualTo(QUARANTINED);
    assertThat(fenced.cause()).isEqualTo("fencing: dead");
    assertThat(fenced.needsDevice()).isTrue();
    assertThat(SliceMachine.fence(fenced, "again")).isEmpty();
    assertIllegal(fenced, new OwnerCleared(5, 2));
    Slice cleared = SliceMachine.apply(fenced, new OwnerCleared(6, 2));
    assertThat(cleared)
        .isEqualTo(new Slice(fenced.key(), SCRUBBING, null, Slices.GRANT, 6, true, 2, 0, 0, null));
    // what the host itself cannot give up is not cleared
    assertIllegal(Slices.in(QUARANTINED), new OwnerCleared(6, 2));
  }

  @Test
  void fenced_beforeItWasSettledIsClearedWhicheverCallCameFirst() {
    Slice fenced = SliceMachine.apply(Slices.unsettled(1), new Fenced("dead"));
    assertThat(SliceMachine.apply(fenced, new OwnerCleared(5, 2)).state()).isEqualTo(SCRUBBING);
    Slice set = SliceMachine.apply(fenced, new OwnerSet(5, 2));
    assertThat(set.state()).isEqualTo(QUARANTINED);
    assertThat(set.fenced()).isTrue();
    assertThat(SliceMachine.apply(set, new OwnerCleared(6, 2)).state()).isEqualTo(SCRUBBING);
    assertThat(SliceMachine.reboot(fenced)).isEmpty();
    assertThat(SliceMachine.liftFence(fenced)).isEmpty();
  }

  @Test
  void fence_thatIsLiftedLeavesTheSliceToItsHost() {
    Slice fenced = SliceMachine.apply(Slices.in(ONLINE), new Fenced("dead"));
    for (SliceRecord record :
        List.of(SliceMachine.liftFence(fenced).get(0), SliceMachine.reboot(fenced).get(0))) {
      Slice back = SliceMachine.apply(fenced, record);
      assertThat(back.state()).isEqualTo(RELEASING);
      assertThat(back.fenced()).isFalse();
      assertThat(back.cause()).isNull();
    }
    assertThat(SliceMachine.liftFence(Slices.in(QUARANTINED))).isEmpty();
  }

  @Test
  void fence_standsForTheHostOfWhatIsLost() {
    Slice fenced = SliceMachine.apply(Slices.in(SliceState.LOST), new Fenced("dead"));
    assertThat(fenced.letGo()).isTrue();
    assertThat(fenced.cause()).isEqualTo("dark");
    assertThat(SliceMachine.apply(fenced, new EmcReplaced(7, 2)).fenced()).isFalse();
    assertThat(SliceMachine.apply(fenced, SliceMachine.liftFence(fenced).get(0)).letGo()).isFalse();
    assertThat(SliceMachine.apply(fenced, new HostRebooted()).letGo()).isFalse();
  }

  @Test
  void entry_isTakenOverOnlyWhereNoHostCanHaveTheSlice() {
    Slice taken = SliceMachine.apply(Slices.in(FREE), new EntryTakenOver(9));
    assertThat(taken.state()).isEqualTo(SCRUBBING);
    assertThat(taken.needsDevice()).isTrue();
    // not erased and freed before its entry was cleared
    assertIllegal(taken, new Scrubbed(2));
    Slice cleared = SliceMachine.apply(taken, new OwnerCleared(10, 2));
    assertThat(SliceMachine.apply(cleared, new Scrubbed(2)).generation()).isEqualTo(10);
    for (SliceState held : List.of(ASSIGNED, ONLINE, RELEASING, OFFLINING, QUARANTINED)) {
      assertIllegal(Slices.in(held), new EntryTakenOver(9));
    }
    assertIllegal(Slices.in(FREE), new EntryTakenOver(3));
    Slice untold = SliceMachine.apply(Slices.unsettled(1), new ReleaseAsked());
    assertThat(SliceMachine.apply(untold, new EntryTakenOver(9)).grantId()).isEqualTo(Slices.GRANT);
  }

  @Test
  void lost_isReplacedOnlyWhenItsHostHasLetGo() {
    Slice lost = Slices.in(SliceState.LOST);
    assertThat(lost.needsDevice()).isFalse();
    assertIllegal(lost, new EmcReplaced(9, 2));
    Slice off = SliceMachine.apply(lost, new OfflineSeen(8, 8));
    assertThat(off.needsDevice()).isTrue();
    // generation 6 may have been set by a call that was under way when the device failed
    assertIllegal(off, new EmcReplaced(6, 2));
    assertIllegal(off, new EmcReplaced(7, 1));
    Slice renewed = SliceMachine.apply(off, new EmcReplaced(7, 3));
    assertThat(renewed)
        .isEqualTo(new Slice(off.key(), SCRUBBING, null, Slices.GRANT, 7, true, 3, 0, 0, null));
  }

  @Test
  void lost_isWaitedForAgainWhenItsHostBoots() {
    Slice off = SliceMachine.apply(Slices.in(SliceState.LOST), new OfflineSeen(8, 8));
    Slice rebooted = SliceMachine.apply(off, new HostRebooted());
    assertThat(rebooted.letGo()).isFalse();
    assertThat(rebooted.cause()).isEqualTo("dark");
  }

  @Test
  void lost_waitsForNoHostThatWasNeverTold() {
    for (Slice slice : List.of(Slices.in(FREE), Slices.in(SCRUBBING), Slices.unsettled(1))) {
      assertThat(SliceMachine.apply(slice, new EmcFailed("dark")).letGo()).isTrue();
    }
    Slice givenUp = SliceMachine.apply(Slices.in(OFFLINING), new OfflineSeen(8, 8));
    assertThat(SliceMachine.apply(givenUp, new EmcFailed("dark")).letGo()).isTrue();
    assertThat(SliceMachine.apply(Slices.in(OFFLINING), new EmcFailed("dark")).letGo()).isFalse();
  }

  @Test
  void row_thatCannotBeIsRefused() {
    SliceKey key = new SliceKey("p", 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, FREE, "h1", "vm.1", 0, true, 0, 0, 0, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, ONLINE, "h1", "vm.1", 1, false, 0, 0, 8, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, ASSIGNED, null, "vm.1", 1, true, 0, 0, 0, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, OFFLINING, "h1", "vm.1", 1, true, 0, 9, 8, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, SCRUBBING, "h1", "vm.1", 2, true, 0, 0, 0, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Slice(key, RELEASING, "h1", "vm.1", -1, true, 0, 0, 0, null));
  }

  private static List<Kind> kinds(List<SliceRecord> records) {
    return records.stream().map(SliceRecord::kind).toList();
  }

  private static void assertIllegal(Slice slice, SliceRecord record) {
    assertThatExceptionOfType(IllegalMoveException.class)
        .isThrownBy(() -> SliceMachine.apply(slice, record));
  }

  @Test
  void stuckSlice_isAskedForAgainAsOftenAsItsBudgetSays() {
    Slice slice = Slices.in(QUARANTINED);
    for (int tries = 1; tries <= 2; tries++) {
      slice = SliceMachine.apply(slice, SliceMachine.recall(slice, 2).get(0));
      assertThat(slice.state()).isEqualTo(RELEASING);
      assertThat(slice.tries()).isEqualTo(tries);
      assertThat(SliceMachine.recall(slice, 2)).isEmpty();
      slice = SliceMachine.apply(slice, new Stuck(2, 8, "pinned"));
      assertThat(slice.state()).isEqualTo(QUARANTINED);
    }
    assertThat(SliceMachine.recall(slice, 2)).isEmpty();

    Slice repaired = SliceMachine.apply(slice, SliceMachine.repair(slice).get(0));
    assertThat(repaired.tries()).isZero();
    Slice booted = SliceMachine.apply(slice, new HostRebooted());
    assertThat(booted.tries()).isZero();
    Slice fenced = SliceMachine.apply(Slices.in(QUARANTINED), new Fenced("dark"));
    assertThat(SliceMachine.recall(fenced, 2)).isEmpty();
  }
}
