package io.tarn.emulator.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.emc.GenerationFloor;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChange;
import io.tarn.contracts.emc.OwnerChangeReply.Outcome;
import io.tarn.contracts.emc.OwnerChangeReply.Result;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubRequest;
import io.tarn.contracts.emc.TableEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EmcTest {

  private final InMemoryTableStore store =
      new InMemoryTableStore(Table.factoryNew(new UUID(0, 1), 4));
  private final Emc emc = new Emc(store.table(), store);

  @Test
  void change_matching_movesOwnerAndRaisesGenerationAndEpoch() throws IOException {
    assertThat(change(2, null, 0, 7, 5))
        .isEqualTo(new Result(Outcome.CHANGED, new TableEntry(2, 7, 1)));
    assertThat(change(2, 7, 1, null, 5))
        .isEqualTo(new Result(Outcome.CHANGED, new TableEntry(2, null, 2)));
    assertThat(emc.table().highestEpoch()).isEqualTo(5);
    assertThat(store.table()).isEqualTo(emc.table());
  }

  @Test
  void change_otherOwnerOrGeneration_isMismatchWithTheEntry() throws IOException {
    change(0, null, 0, 3, 1);

    Result mismatch = new Result(Outcome.MISMATCH, new TableEntry(0, 3, 1));
    assertThat(change(0, null, 1, 4, 1)).isEqualTo(mismatch);
    assertThat(change(0, 4, 1, null, 1)).isEqualTo(mismatch);
    assertThat(change(0, 3, 0, null, 1)).isEqualTo(mismatch);
    assertThat(change(0, 3, 2, null, 1)).isEqualTo(mismatch);
  }

  @Test
  void change_alreadyAsWanted_isMismatchNotSuccess() throws IOException {
    change(0, null, 0, 3, 1);
    assertThat(change(0, null, 0, 3, 1).outcome()).isEqualTo(Outcome.MISMATCH);
  }

  @Test
  void change_epochBelowHighestSeen_isStaleEvenWhereItMatches() throws IOException {
    change(0, null, 0, 3, 8);
    assertThat(change(1, null, 0, 3, 7))
        .isEqualTo(new Result(Outcome.STALE_EPOCH, new TableEntry(1, null, 0)));
    assertThat(change(1, null, 0, 3, 8).outcome()).isEqualTo(Outcome.CHANGED);
  }

  @Test
  void change_mismatchOfNewLeader_shutsOutTheOldOne() throws IOException {
    assertThat(change(0, 1, 9, 2, 4).outcome()).isEqualTo(Outcome.MISMATCH);
    assertThat(emc.table().highestEpoch()).isEqualTo(4);
    assertThat(store.table().highestEpoch()).isEqualTo(4);
    assertThat(change(0, null, 0, 2, 3).outcome()).isEqualTo(Outcome.STALE_EPOCH);
  }

  @Test
  void generations_areRaisedOnlyWhereNobodyOwns() throws IOException {
    change(0, null, 0, 3, 5);
    List<GenerationFloor> floors =
        List.of(new GenerationFloor(0, 7), new GenerationFloor(1, 7), new GenerationFloor(2, 1));
    assertThat(emc.raise(new GenerationRequest(4, floors)).entries())
        .containsExactly(
            new TableEntry(0, 3, 1), new TableEntry(1, null, 0), new TableEntry(2, null, 0));
    assertThat(emc.raise(new GenerationRequest(6, floors)).entries())
        .containsExactly(
            new TableEntry(0, 3, 1), new TableEntry(1, null, 7), new TableEntry(2, null, 1));
    assertThat(emc.raise(new GenerationRequest(6, List.of(new GenerationFloor(1, 2)))).entries())
        .containsExactly(new TableEntry(1, null, 7));
    assertThat(emc.table().highestEpoch()).isEqualTo(6);
    assertThat(store.table()).isEqualTo(emc.table());
  }

  @Test
  void change_several_areJudgedOneByOneAndStoredOnce() throws IOException {
    List<Outcome> outcomes =
        emc
            .change(
                new OwnerChangeRequest(
                    List.of(
                        new OwnerChange(0, null, 0, 1, 5),
                        new OwnerChange(1, null, 3, 1, 5),
                        new OwnerChange(2, null, 0, 1, 4),
                        new OwnerChange(3, null, 0, 1, 6))))
            .results()
            .stream()
            .map(Result::outcome)
            .toList();
    assertThat(outcomes)
        .containsExactly(Outcome.CHANGED, Outcome.MISMATCH, Outcome.STALE_EPOCH, Outcome.CHANGED);
    assertThat(store.appends()).isEqualTo(1);
  }

  @Test
  void change_storeFails_nothingIsSeen() {
    Table before = emc.table();
    store.failFromNowOn();
    assertThatThrownBy(() -> change(0, null, 0, 1, 1)).isInstanceOf(IOException.class);
    assertThat(emc.table()).isEqualTo(before);
  }

  @Test
  void change_sliceBeyondCapacityOrTwice_isRefusedWithTheRange() {
    assertThatThrownBy(() -> change(4, null, 0, 1, 1))
        .isInstanceOfSatisfying(
            InvalidField.class,
            e -> {
              assertThat(e.field()).isEqualTo("changes[0].slice");
              assertThat(e.accepted()).isEqualTo("0..3");
            });
    OwnerChange one = new OwnerChange(1, null, 0, 1, 1);
    assertThatThrownBy(() -> emc.change(new OwnerChangeRequest(List.of(one, one))))
        .isInstanceOfSatisfying(
            InvalidField.class, e -> assertThat(e.field()).isEqualTo("changes[1].slice"));
  }

  @Test
  void scrub_onlyWithoutOwnerAtTheGeneration() throws IOException {
    change(0, null, 0, 1, 2);
    change(1, null, 0, 1, 2);
    change(1, 1, 1, null, 2);
    change(2, null, 0, 1, 2);
    change(2, 1, 1, null, 2);

    List<TableEntry> asked =
        List.of(
            new TableEntry(0, null, 1),
            new TableEntry(1, null, 2),
            new TableEntry(2, null, 1),
            new TableEntry(3, null, 0));
    assertThat(emc.scrub(new ScrubRequest(2, asked)).scrubbed()).containsExactly(1, 3);
    assertThat(emc.table().entry(0).dirty()).isTrue();
    assertThat(emc.table().entry(1).dirty()).isFalse();
    assertThat(emc.table().entry(2).dirty()).isTrue();
    assertThat(emc.table().entry(1).generation()).isEqualTo(2);
  }

  @Test
  void scrub_repeated_saysTheSame() throws IOException {
    change(1, null, 0, 1, 2);
    change(1, 1, 1, null, 2);
    ScrubRequest request = new ScrubRequest(2, List.of(new TableEntry(1, null, 2)));
    assertThat(emc.scrub(request).scrubbed()).containsExactly(1);
    assertThat(emc.scrub(request).scrubbed()).containsExactly(1);
  }

  @Test
  void scrub_staleEpoch_erasesNothing() throws IOException {
    change(1, null, 0, 1, 2);
    change(1, 1, 1, null, 2);
    ScrubRequest stale = new ScrubRequest(1, List.of(new TableEntry(1, null, 2)));
    assertThat(emc.scrub(stale).scrubbed()).isEmpty();
    assertThat(emc.table().entry(1).dirty()).isTrue();
  }

  @Test
  void dirtySince_isTheFirstOwnerAfterTheLastScrub() throws IOException {
    change(1, null, 0, 1, 1);
    change(1, 1, 1, null, 1);
    change(1, null, 2, 5, 1);
    assertThat(emc.table().entry(1).dirtySince()).isEqualTo(1);
    change(1, 5, 3, null, 1);
    emc.scrub(new ScrubRequest(1, List.of(new TableEntry(1, null, 4))));
    assertThat(emc.table().entry(1).dirtySince()).isZero();
    change(1, null, 4, 2, 1);
    assertThat(emc.table().entry(1).dirtySince()).isEqualTo(5);
  }

  @Test
  void change_racingForOneSlice_oneWinsEachGeneration() throws Exception {
    int racers = 8;
    int rounds = 200;
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int racer = 0; racer < racers; racer++) {
        int port = racer;
        tasks.add(
            () -> {
              int wins = 0;
              for (int round = 0; round < rounds; round++) {
                TableEntry seen = emc.table().entry(0).view();
                Integer next = seen.owner() == null ? port : null;
                Result result = change(0, seen.owner(), seen.generation(), next, 1);
                wins += result.outcome() == Outcome.CHANGED ? 1 : 0;
              }
              return wins;
            });
      }
      int wins = 0;
      for (Future<Integer> racer : threads.invokeAll(tasks)) {
        wins += racer.get();
      }
      assertThat(emc.table().entry(0).generation()).isEqualTo(wins);
      assertThat(store.table()).isEqualTo(emc.table());
    } finally {
      threads.shutdown();
    }
  }

  private Result change(
      int slice, @Nullable Integer owner, long generation, @Nullable Integer next, long epoch)
      throws IOException {
    OwnerChange change = new OwnerChange(slice, owner, generation, next, epoch);
    return emc.change(new OwnerChangeRequest(List.of(change))).results().get(0);
  }
}
