package io.tarn.agent.operation;

import io.tarn.agent.kernel.MoveResult;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.kernel.VmMemory;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.agent.slice.Phase;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Strand;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.SliceRef;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the operations that the book holds, those of different VMs at the same time. One that is
 * called off while a stretch of it is being moved ends with that stretch.
 */
public final class OperationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);
  private static final String NOT_ONLINE = "not-online";

  private final String hostId;
  private final Strand strand;
  private final VmMemory memory;
  private final SliceBook slices;
  private final OperationBook book;
  private final Runnable changed;
  private final Set<String> running = new HashSet<>();

  /**
   * @param changed told when there is something to report
   */
  public OperationRunner(
      String hostId,
      Strand strand,
      VmMemory memory,
      SliceBook slices,
      OperationBook book,
      Runnable changed) {
    this.hostId = hostId;
    this.strand = strand;
    this.memory = memory;
    this.slices = slices;
    this.book = book;
    this.changed = changed;
  }

  /** Begins what is not under way; goes on by itself until it has ended. */
  public void run() {
    for (HeldOperation operation : book.held()) {
      if (operation.request().kind() == OperationKind.ATTACH) {
        attach(operation);
      } else if (running.add(operation.operationId())) {
        move(operation.operationId(), memory.move(operation.request(), operation.doneMiB()));
      }
    }
  }

  private void attach(HeldOperation operation) {
    Optional<SliceRef> missing =
        operation.slices().stream().filter(ref -> !isOnline(operation.poolId(), ref)).findFirst();
    if (missing.isPresent()) {
      LOG.warn(
          "{}: operation {} cannot attach {}/{}, which is not online",
          hostId,
          operation.operationId(),
          operation.poolId(),
          missing.get().slice());
      book.failed(operation, NOT_ONLINE);
    } else {
      book.done(operation);
    }
    changed.run();
  }

  private boolean isOnline(String poolId, SliceRef ref) {
    return slices
        .held(new SliceId(poolId, ref.slice()))
        .filter(slice -> slice.phase() == Phase.ONLINE)
        .map(HeldSlice::generation)
        .filter(generation -> generation == ref.generation())
        .isPresent();
  }

  private void move(String operationId, VmMemory.Move move) {
    strand.on(
        move.next(),
        result -> {
          Optional<HeldOperation> now = book.held(operationId);
          if (now.isEmpty() || ends(now.get(), result)) {
            running.remove(operationId);
          } else {
            move(operationId, move);
          }
        });
  }

  private boolean ends(HeldOperation operation, MoveResult result) {
    boolean over = true;
    if (result instanceof MoveResult.Stuck stuck) {
      LOG.warn("{}: operation {} failed: {}", hostId, operation.operationId(), stuck.cause());
      book.failed(operation.at(stuck.doneMiB()), stuck.cause());
    } else if (result.doneMiB() == operation.request().totalMiB()) {
      book.done(operation);
    } else {
      book.progressed(operation, result.doneMiB());
      over = false;
    }
    changed.run();
    return over;
  }
}
