package io.tarn.pool.slice;

import static io.tarn.contracts.pool.SliceState.ASSIGNED;
import static io.tarn.contracts.pool.SliceState.OFFLINING;
import static io.tarn.contracts.pool.SliceState.ONLINE;
import static io.tarn.contracts.pool.SliceState.QUARANTINED;
import static io.tarn.contracts.pool.SliceState.RELEASING;
import static io.tarn.contracts.pool.SliceState.SCRUBBING;
import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.pool.AckReply.Outcome;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.SliceRecord.OfflineSeen;
import io.tarn.pool.slice.SliceRecord.Recalled;
import io.tarn.pool.testing.Slices;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservingTest {

  @ParameterizedTest
  @CsvSource({
    // state, seen, blocks offline, outcome, state afterwards
    "ASSIGNED,    ONLINE,    0, APPLIED,  ONLINE",
    "ONLINE,      ONLINE,    0, REPEATED, ONLINE",
    "RELEASING,   ONLINE,    0, REFUSED,  RELEASING",
    "OFFLINING,   ONLINE,    0, REFUSED,  OFFLINING",
    "QUARANTINED, ONLINE,    0, REFUSED,  QUARANTINED",
    "ASSIGNED,    ONLINE,    1, REFUSED,  ASSIGNED",
    "ASSIGNED,    OFFLINING, 4, REFUSED,  ASSIGNED",
    "ONLINE,      OFFLINING, 4, REFUSED,  ONLINE",
    "RELEASING,   OFFLINING, 0, APPLIED,  OFFLINING",
    "RELEASING,   OFFLINING, 4, APPLIED,  OFFLINING",
    "OFFLINING,   OFFLINING, 4, APPLIED,  OFFLINING",
    "OFFLINING,   OFFLINING, 3, REPEATED, OFFLINING",
    "OFFLINING,   OFFLINING, 2, REPEATED, OFFLINING",
    "QUARANTINED, OFFLINING, 4, APPLIED,  OFFLINING",
    "QUARANTINED, OFFLINING, 3, REPEATED, QUARANTINED",
    "RELEASING,   OFFLINING, 8, APPLIED,  OFFLINING",
    "ASSIGNED,    OFFLINE,   8, REPEATED, ASSIGNED",
    "ONLINE,      OFFLINE,   8, APPLIED,  ASSIGNED",
    "RELEASING,   OFFLINE,   8, APPLIED,  OFFLINING",
    "OFFLINING,   OFFLINE,   8, APPLIED,  OFFLINING",
    "QUARANTINED, OFFLINE,   8, APPLIED,  OFFLINING",
    "RELEASING,   OFFLINE,   7, REFUSED,  RELEASING",
    "ASSIGNED,    STUCK,     3, REFUSED,  ASSIGNED",
    "ONLINE,      STUCK,     3, REFUSED,  ONLINE",
    "RELEASING,   STUCK,     3, APPLIED,  QUARANTINED",
    "OFFLINING,   STUCK,     5, APPLIED,  QUARANTINED",
    "QUARANTINED, STUCK,     3, REPEATED, QUARANTINED",
    "QUARANTINED, STUCK,     5, APPLIED,  QUARANTINED",
    "RELEASING,   STUCK,     8, REFUSED,  RELEASING",
    "OFFLINING,   STUCK,     8, REFUSED,  OFFLINING",
    "OFFLINING,   STUCK,     3, APPLIED,  QUARANTINED",
    "OFFLINING,   STUCK,     2, REPEATED, OFFLINING",
    "QUARANTINED, STUCK,     8, REFUSED,  QUARANTINED",
    "QUARANTINED, STUCK,     2, REPEATED, QUARANTINED",
    "ONLINE,      STUCK,     8, REFUSED,  ONLINE",
    "ASSIGNED,    REFUSED,   0, APPLIED,  ASSIGNED",
    "ONLINE,      REFUSED,   0, REFUSED,  ONLINE",
    "RELEASING,   REFUSED,   0, REFUSED,  RELEASING",
    "SCRUBBING,   OFFLINE,   8, REFUSED,  SCRUBBING",
    "FREE,        ONLINE,    0, REFUSED,  FREE",
    "LOST,        ONLINE,    0, REFUSED,  LOST",
    "LOST,        OFFLINING, 4, APPLIED,  LOST",
    "LOST,        OFFLINING, 0, REPEATED, LOST",
    "LOST,        OFFLINE,   8, APPLIED,  LOST",
    "LOST,        OFFLINE,   7, REFUSED,  LOST",
    "LOST,        STUCK,     3, APPLIED,  LOST",
    "LOST,        STUCK,     8, REFUSED,  LOST",
    "LOST,        REFUSED,   0, REFUSED,  LOST",
  })
  void observation_inEachState(
      SliceState state, Seen seen, int offline, Outcome outcome, SliceState after) {
    Slice slice = Slices.in(state);
    Verdict verdict = observe(slice, slice.generation(), seen, offline, 8);
    assertThat(verdict.outcome()).isEqualTo(outcome);
    assertThat(verdict.reason() == null).isEqualTo(outcome != Outcome.REFUSED);
    Slice now = slice;
    for (SliceRecord record : verdict.records()) {
      now = SliceMachine.apply(now, record);
    }
    assertThat(now.state()).isEqualTo(after);
  }

  @Test
  void observation_ofAnotherGenerationOrHostIsRefused() {
    for (SliceState state : List.of(ASSIGNED, ONLINE, RELEASING, OFFLINING, QUARANTINED)) {
      Slice slice = Slices.in(state);
      assertThat(observe(slice, 4, Seen.OFFLINE, 8, 8).reason())
          .isEqualTo("the slice is at generation 5");
      assertThat(observe(slice, 6, Seen.OFFLINE, 8, 8).outcome()).isEqualTo(Outcome.REFUSED);
      Observation seen = new Observation("p", 7, 5, Seen.OFFLINE, 8, 8, null);
      assertThat(SliceMachine.observe(slice, seen, "h2", 8, 0).reason())
          .isEqualTo("the slice is not of host h2");
    }
  }

  @Test
  void observation_beforeTheDeviceWasReadBackIsRefused() {
    assertThat(observe(Slices.unsettled(7), 4, Seen.ONLINE, 0, 8).outcome())
        .isEqualTo(Outcome.REFUSED);
  }

  @Test
  void observation_inOtherBlocksIsRefused() {
    assertThat(observe(Slices.in(RELEASING), 5, Seen.OFFLINE, 1, 1).reason())
        .isEqualTo("a slice has 8 blocks on this host");
  }

  @Test
  void givenUp_isNotTakenBackByOlderReports() {
    Slice off = SliceMachine.apply(Slices.in(OFFLINING), new OfflineSeen(8, 8));
    assertThat(observe(off, 5, Seen.OFFLINE, 8, 8).outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(observe(off, 5, Seen.OFFLINING, 7, 8).outcome()).isEqualTo(Outcome.REPEATED);
    assertThat(observe(off, 5, Seen.STUCK, 7, 8).outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(observe(off, 5, Seen.ONLINE, 0, 8).outcome()).isEqualTo(Outcome.REFUSED);
  }

  @Test
  void askedAgain_isNotPutBackByOlderReports() {
    Slice asked = SliceMachine.apply(Slices.in(QUARANTINED), new Recalled());
    assertThat(asked.offlineBlocks()).isEqualTo(3);
    assertThat(observe(asked, 5, Seen.OFFLINING, 2, 8)).isEqualTo(Verdict.repeated());
    assertThat(observe(asked, 5, Seen.STUCK, 2, 8)).isEqualTo(Verdict.repeated());
    assertThat(observe(asked, 5, Seen.OFFLINING, 4, 8).outcome()).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void stuck_isBelievedAfterTheNewestCommandOnly() {
    Slice asked = SliceMachine.apply(Slices.in(QUARANTINED), new Recalled());
    assertThat(stuckAfter(6L, asked, 7)).isEqualTo(Verdict.repeated());
    assertThat(stuckAfter(7L, asked, 7).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(stuckAfter(8L, asked, 7).outcome()).isEqualTo(Outcome.APPLIED);
    // an agent that does not say it is believed
    assertThat(stuckAfter(null, asked, 7).outcome()).isEqualTo(Outcome.APPLIED);
  }

  private static Verdict stuckAfter(@Nullable Long command, Slice slice, long askedBy) {
    Observation seen = new Observation("p", 7, 5, Seen.STUCK, 3, 8, "pinned", command);
    return SliceMachine.observe(slice, seen, Slices.HOST, Slices.BLOCKS, askedBy);
  }

  @Test
  void refusal_isKeptAsTheCauseUntilItIsOnline() {
    Slice slice = Slices.in(ASSIGNED);
    Verdict verdict = observe(slice, 5, Seen.REFUSED, 0, 8);
    Slice refused = SliceMachine.apply(slice, verdict.records().get(0));
    assertThat(refused.cause()).isEqualTo("pinned");
    assertThat(observe(refused, 5, Seen.REFUSED, 0, 8).outcome()).isEqualTo(Outcome.REPEATED);
    Verdict online = observe(refused, 5, Seen.ONLINE, 0, 8);
    assertThat(SliceMachine.apply(refused, online.records().get(0)).cause()).isNull();
  }

  @Test
  void scrubbing_isNobodys() {
    assertThat(observe(Slices.in(SCRUBBING), 6, Seen.ONLINE, 0, 8).reason())
        .isEqualTo("the slice is not of host h1");
  }

  private static Verdict observe(Slice slice, long generation, Seen seen, int offline, int blocks) {
    @Nullable String cause = seen == Seen.STUCK || seen == Seen.REFUSED ? "pinned" : null;
    return SliceMachine.observe(
        slice,
        new Observation("p", 7, generation, seen, offline, blocks, cause),
        Slices.HOST,
        Slices.BLOCKS,
        0);
  }
}
