package io.tarn.pool.sim;

import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.GrantChange;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import java.util.List;
import java.util.function.Function;

/**
 * A record that reads or writes one thing otherwise than it should, and that keeps what it is told
 * where the real one would refuse it.
 */
class FaultyLedger implements Ledger {

  private final Store store;

  FaultyLedger(Store store) {
    this.store = store;
  }

  /** What a transaction reads. */
  Books faulty(Books books) {
    return books;
  }

  /** What a change of a slice becomes. */
  SliceChange faulty(SliceChange change) {
    return change;
  }

  @Override
  public <T> T decide(Function<Books, Decision<T>> work) {
    return store.decide(
        books -> {
          Decision<T> decision = work.apply(faulty(books));
          return new Decision<>(decision.reply(), faulty(books, decision.effects()));
        });
  }

  @Override
  public <T> T read(Function<Books, T> work) {
    return store.read(books -> work.apply(faulty(books)));
  }

  private Effects faulty(Books books, Effects effects) {
    List<SliceChange> slices = effects.slices().stream().map(this::faulty).toList();
    slices.forEach(change -> accept(books, change.before()));
    return new Effects(
        effects.pools(),
        effects.grants().stream().map(change -> accepted(books, change)).toList(),
        slices,
        effects.boot(),
        effects.fence(),
        effects.said(),
        effects.executedPlan(),
        effects.operations(),
        effects.commands(),
        effects.announcements());
  }

  private void accept(Books books, Slice before) {
    if (!books.slices(List.of(before.key())).contains(before)) {
      store.overwrite(before);
    }
  }

  private static GrantChange accepted(Books books, GrantChange change) {
    return change instanceof GrantChange.Recorded recorded
            && books.grant(recorded.grant().id()).isPresent()
        ? new GrantChange.Moved(recorded.grant())
        : change;
  }
}
