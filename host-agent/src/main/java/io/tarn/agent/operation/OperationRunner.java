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
import java.util.List;
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
    attach();
    for (HeldOperation operation : book.held()) {
      if (operation.request().kind() != OperationKind.ATTACH
          && running.add(operation.operationId())) {
        move(operation.operationId(), memory.move(operation.request(), operation.doneMiB()));
      }
    }
  }

  /** Attaches what is online by now. */
  public void attach() {
    book.held().stream()
        .filter(operation -> operation.request().kind() == OperationKind.ATTACH)
        .forEach(this::attach);
  }

  private void attach(HeldOperation operation) {
    List<SliceRef> missing =
        operation.slices().stream().filter(ref -> !isOnline(operation.poolId(), ref)).toList();
    if (missing.stream().anyMatch(ref -> !comes(operation.poolId(), ref))) {
      LOG.warn(
          "{}: operation {} cannot attach slices of {} that are not online: {}",
          hostId,
          operation.operationId(),
          operation.poolId(),
          missing);
      book.failed(operation, NOT_ONLINE);
      changed.run();
    } else if (missing.isEmpty()) {
      book.done(operation);
      changed.run();
    }
    // what comes online in a moment is waited for; the deadline of the operation bounds that
  }

  private boolean isOnline(String poolId, SliceRef ref) {
    return held(poolId, ref).filter(slice -> slice.phase() == Phase.ONLINE).isPresent();
  }

  private boolean comes(String poolId, SliceRef ref) {
    return held(poolId, ref).filter(HeldSlice::wanted).isPresent();
  }

  private Optional<HeldSlice> held(String poolId, SliceRef ref) {
    return slices
        .held(new SliceId(poolId, ref.slice()))
        .filter(slice -> slice.generation() == ref.generation());
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
