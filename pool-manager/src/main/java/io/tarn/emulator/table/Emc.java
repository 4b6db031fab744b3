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

/**
 * One external memory controller. Requests that change it go one after the other; readers see the
 * last durable table without waiting for them.
 */
public final class Emc implements Closeable {

  private final Object oneAtATime = new Object();
  private final TableStore store;
  private volatile Table durable;

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

  private <R> R commit(Decision<R> decision) throws IOException {
    if (!decision.changesNothing()) {
      Table after = decision.before().apply(decision.update());
      store.append(decision.update(), after);
      durable = after;
    }
    return decision.reply();
  }

  @Override
  public void close() throws IOException {
    synchronized (oneAtATime) {
      store.close();
    }
  }
}
