package io.tarn.agent.kernel;

import io.tarn.contracts.pool.OperationRequest;
import java.util.concurrent.CompletableFuture;

/** The memory of the VMs on a host, which can be moved while they run. */
public interface VmMemory {

  /**
   * Begins a COPY or a MIGRATE, or goes on with it.
   *
   * @param fromMiB how much was moved before
   */
  Move move(OperationRequest request, long fromMiB);

  /** A move that is under way. */
  interface Move {

    /** Moves the next stretch, as much as takes 250 ms; to be asked once at a time. */
    CompletableFuture<MoveResult> next();
  }
}
