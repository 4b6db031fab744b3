package io.tarn.pool.feed;

import io.tarn.contracts.pool.HostCommand;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.RecallPace;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Asks hosts again for slices that they could not give up: what was pinned may not be any more.
 * Each slice has a budget of tries with growing pauses; when it is used up, the slice waits for a
 * repair or a boot.
 */
public final class Recalls {

  private static final int AT_ONCE = 256;

  private final Ledger ledger;
  private final RecallPace pace;

  /**
   * @param ledger where it is committed
   * @param pace how often and how soon
   */
  public Recalls(Ledger ledger, RecallPace pace) {
    this.ledger = ledger;
    this.pace = pace;
  }

  /**
   * Asks for what is due.
   *
   * @param poolIds pools that this replica drives; two that ask for the same slice ask once
   * @return how many slices were asked for
   */
  public int recall(Collection<String> poolIds) {
    if (poolIds.isEmpty() || pace.budget() == 0) {
      return 0;
    }
    return ledger.read(books -> books.recallable(poolIds, pace, AT_ONCE)).stream()
        .map(slice -> Objects.requireNonNull(slice.grantId()))
        .distinct()
        .mapToInt(grantId -> ledger.decide(books -> recall(books, grantId)))
        .sum();
  }

  private Decision<Integer> recall(Books books, String grantId) {
    List<String> ids = List.of(grantId);
    List<Grant> grants = books.lockGrants(ids);
    List<Slice> held = books.lockSlicesOf(ids);
    // what became of it meanwhile is seen under the locks; a try that another replica made counts
    List<Slice> due = books.recallable(poolsOf(held), pace, AT_ONCE);
    Effects.Draft draft = new Effects.Draft();
    List<Slice> asked = new ArrayList<>();
    for (Slice slice : held) {
      List<SliceRecord> records =
          due.contains(slice) ? SliceMachine.recall(slice, pace.budget()) : List.of();
      if (!records.isEmpty()) {
        SliceChange change = new SliceChange(slice, records);
        draft.change(change);
        asked.add(change.after());
      }
    }
    if (!asked.isEmpty()) {
      draft.command(Command.of(HostCommand.Kind.OFFLINE, grants.get(0), asked));
    }
    return new Decision<>(asked.size(), draft.effects());
  }

  private static List<String> poolsOf(List<Slice> slices) {
    return slices.stream().map(slice -> slice.key().poolId()).distinct().toList();
  }
}
