package io.tarn.agent.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.world.InMemoryPoolManager;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.SliceRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceBookTest {

  private static final SliceId ID = new SliceId("p1", 0);

  private final SliceBook book = new SliceBook(BookContent.EMPTY, 8);

  @Test
  void take_newerGenerationWhileMemoryIsHeld_isRefused() {
    take(1, Kind.ONLINE, 1);
    book.cameOnline(held());
    take(2, Kind.ONLINE, 3);
    assertThat(held().generation()).isEqualTo(1);
    assertThat(book.unreported(9))
        .contains(new Observation("p1", 0, 3, Seen.REFUSED, 8, 8, "held-by-older-grant"));
  }

  @Test
  void take_olderGeneration_neverUndoesANewerOne() {
    take(1, Kind.ONLINE, 5);
    book.cameOnline(held());
    take(2, Kind.ONLINE, 3);
    take(3, Kind.OFFLINE, 4);
    assertThat(held().phase()).isEqualTo(Phase.ONLINE);
    assertThat(book.unreported(9))
        .contains(
            new Observation("p1", 0, 3, Seen.REFUSED, 8, 8, "superseded"),
            new Observation("p1", 0, 4, Seen.OFFLINE, 8, 8, null));
  }

  @Test
  void take_onlineOfWhatIsOnline_isReportedAgain() {
    take(1, Kind.ONLINE, 1);
    book.cameOnline(held());
    book.reported(book.unreported(9));
    take(2, Kind.ONLINE, 1);
    assertThat(book.unreported(9))
        .containsExactly(new Observation("p1", 0, 1, Seen.ONLINE, 0, 8, null));
  }

  @Test
  void take_onlineOfWhatIsDraining_wantsEveryBlockAgain() {
    take(1, Kind.ONLINE, 5);
    book.cameOnline(held());
    take(2, Kind.DRAIN, 5);
    HeldSlice draining = held();
    take(3, Kind.ONLINE, 5);
    assertThat(book.wanted()).hasSize(1);
    book.reported(book.unreported(9));
    book.drained(draining, 4);
    assertThat(book.unreported(9)).isEmpty();
  }

  @Test
  void take_onlineOfWhatIsReleasing_goesOnReleasing() {
    take(1, Kind.ONLINE, 1);
    book.cameOnline(held());
    take(2, Kind.OFFLINE, 1);
    take(3, Kind.ONLINE, 1);
    assertThat(held().phase()).isEqualTo(Phase.RELEASING);
  }

  @Test
  void take_onlineAfterUnreportedOffline_doesNotHideTheOffline() {
    take(1, Kind.OFFLINE, 1);
    book.wentOffline(held());
    take(2, Kind.ONLINE, 1);
    assertThat(book.held(ID)).isEmpty();
    assertThat(book.unreported(9))
        .containsExactly(new Observation("p1", 0, 1, Seen.OFFLINE, 8, 8, null));
  }

  @Test
  void reported_changedSince_staysToBeReported() {
    take(1, Kind.OFFLINE, 1);
    book.progressed(held(), 3);
    List<Observation> sent = book.unreported(9);
    book.progressed(held(), 4);
    book.reported(sent);
    assertThat(book.unreported(9)).extracting(Observation::offlineBlocks).containsExactly(4);
  }

  @Test
  void cameOnline_releasedMeanwhile_staysReleasing() {
    take(1, Kind.ONLINE, 1);
    HeldSlice wanted = held();
    take(2, Kind.OFFLINE, 1);
    book.cameOnline(wanted);
    assertThat(held().phase()).isEqualTo(Phase.RELEASING);
    assertThat(book.unreported(9)).isEmpty();
  }

  @Test
  void afterBoot_keepsOnlyWhatIsToGo() {
    command(1, Kind.ONLINE, new SliceRef(0, 1), new SliceRef(1, 1), new SliceRef(2, 1));
    book.cameOnline(book.held(new SliceId("p1", 0)).orElseThrow());
    book.cameOnline(book.held(new SliceId("p1", 1)).orElseThrow());
    book.reported(book.unreported(1));
    command(2, Kind.OFFLINE, new SliceRef(3, 1));
    book.gotStuck(book.held(new SliceId("p1", 3)).orElseThrow(), 2, "pinned");

    BookContent after = book.content().afterBoot();
    assertThat(after.held())
        .extracting(slice -> slice.id().slice() + " " + slice.phase())
        .containsExactly("3 RELEASING");
    assertThat(after.unreported()).isEmpty();
    assertThat(after.position()).isEqualTo(2);
  }

  private void take(long sequence, Kind kind, long generation) {
    command(sequence, kind, new SliceRef(0, generation));
  }

  private void command(long sequence, Kind kind, SliceRef... refs) {
    HostCommand command = InMemoryPoolManager.command(sequence, kind, "p1", refs);
    book.take(command, Releases.NONE);
  }

  private HeldSlice held() {
    return book.held(ID).orElseThrow();
  }
}
