package io.tarn.emulator.table;

import io.tarn.contracts.InvalidField;
import io.tarn.contracts.emc.GenerationReply;
import io.tarn.contracts.emc.GenerationRequest;
import io.tarn.contracts.emc.OwnerChangeReply;
import io.tarn.contracts.emc.OwnerChangeRequest;
import io.tarn.contracts.emc.ScrubReply;
import io.tarn.contracts.emc.ScrubRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One external memory controller. Requests that change it go one after the other; readers see the
 * last durable table without waiting for them.
 */
public final class Emc implements Closeable {

  /** How many tables back {@link #goBack} reaches. */
  public static final int MOST_BACK = 64;

  private final Object oneAtATime = new Object();
  private final Deque<Table> earlier = new ArrayDeque<>();
  private final TableStore store;
  private volatile Table durable;
  private long updates;

  /**
   * @param recovered the table as the store has it
   * @param store where updates are kept
   */
  public Emc(Table recovered, TableStore store) {
    this.durable = recovered;
    this.store = store;
  }

  /** The last durable table. */
  public Table table() {
    return durable;
  }

  /**
   * Changes owners by compare-and-set, each change judged by itself, all durable on return.
   *
   * @throws InvalidField when a slice is beyond the capacity or named twice
   * @throws IOException when the store failed; the outcome is then to be read back
   */
  public OwnerChangeReply change(OwnerChangeRequest request) throws IOException {
    synchronized (oneAtATime) {
      return commit(TableRules.change(durable, request));
    }
  }

  /**
   * Erases slices that have no owner, at the generation given, durable on return.
   *
   * @throws InvalidField when a slice is beyond the capacity or named twice
   * @throws IOException when the store failed; the outcome is then to be asked for again
   */
  public ScrubReply scrub(ScrubRequest request) throws IOException {
    synchronized (oneAtATime) {
      return commit(TableRules.scrub(durable, request));
    }
  }

  /**
   * Raises generations of entries without an owner, durable on return.
   *
   * @throws InvalidField when a slice is beyond the capacity or named twice
   * @throws IOException when the store failed; the outcome is then to be read back
   */
  public GenerationReply raise(GenerationRequest request) throws IOException {
    synchronized (oneAtATime) {
      return commit(TableRules.raise(durable, request));
    }
  }

  /** What {@link #raise} would answer, with nothing raised. */
  public GenerationReply replyWithoutRaise(GenerationRequest request) {
    return TableRules.raise(durable, request).reply();
  }

  /** What {@link #change} would answer, with nothing changed. */
  public OwnerChangeReply replyWithoutChange(OwnerChangeRequest request) {
    return TableRules.change(durable, request).reply();
  }

  /** What {@link #scrub} would answer, with nothing erased. */
  public ScrubReply replyWithoutScrub(ScrubRequest request) {
    return TableRules.scrub(durable, request).reply();
  }

  /** How many updates of the table are in effect since the process started. */
  public long updates() {
    synchronized (oneAtATime) {
      return updates;
    }
  }

  /**
   * Makes the table what it was after so many updates, durable on return; a device that lost what
   * came later. At most {@link #MOST_BACK} updates are undone, and none from before the start.
   *
   * @param toUpdates see {@link #updates}
   * @throws IOException when the store failed
   */
  public void goBack(long toUpdates) throws IOException {
    synchronized (oneAtATime) {
      Table table = durable;
      while (updates > toUpdates && !earlier.isEmpty()) {
        table = earlier.pop();
        updates--;
      }
      store.replace(table);
      durable = table;
    }
  }

  private <R> R commit(Decision<R> decision) throws IOException {
    if (!decision.changesNothing()) {
      Table after = decision.before().apply(decision.update());
      store.append(decision.update(), after);
      remember(durable);
      durable = after;
    }
    return decision.reply();
  }

  private void remember(Table before) {
    earlier.push(before);
    if (earlier.size() > MOST_BACK) {
      earlier.removeLast();
    }
    updates++;
  }

  @Override
  public void close() throws IOException {
    synchronized (oneAtATime) {
      store.close();
    }
  }
}
