package io.tarn.agent.enact;

import io.tarn.agent.emc.OwnershipChecker;
import io.tarn.agent.kernel.BlockResult;
import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.slice.HeldSlice;
import io.tarn.agent.slice.Phase;
import io.tarn.agent.slice.SliceBook;
import io.tarn.agent.strand.Strand;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the kernel's memory to where the book wants it, one change at a time: confirmed slices come
 * online first, then releasing ones go offline a block at a time, so that a release never holds up
 * a VM start by more than one block; last of all what VMs that leave do not use.
 */
public final class BlockMover {

  private static final Logger LOG = LoggerFactory.getLogger(BlockMover.class);
  private static final long PROGRESS_MILLIS = 250;

  private final String hostId;
  private final Strand strand;
  private final MemoryBlocks memory;
  private final SliceBook book;
  private final OwnershipChecker owners;
  private final Runnable changed;
  private final Set<HeldSlice> drained = new HashSet<>();
  private boolean busy;
  private @Nullable SliceId current;
  private long progressSaidMillis;

  /**
   * @param changed told when there is something to report
   */
  public BlockMover(
      String hostId,
      Strand strand,
      MemoryBlocks memory,
      SliceBook book,
      OwnershipChecker owners,
      Runnable changed) {
    this.hostId = hostId;
    this.strand = strand;
    this.memory = memory;
    this.book = book;
    this.owners = owners;
    this.changed = changed;
  }

  /** Makes the next change, unless one is under way; goes on by itself until none is left. */
  public void move() {
    if (busy) {
      return;
    }
    Optional<HeldSlice> confirmed = owners.nextConfirmed();
    if (confirmed.isPresent()) {
      bringOnline(confirmed.get());
    } else {
      nextReleasing().ifPresentOrElse(this::takeBlockOffline, this::drain);
    }
  }

  private void drain() {
    List<HeldSlice> draining = book.in(Phase.DRAINING);
    drained.retainAll(draining);
    draining.stream()
        .filter(slice -> !drained.contains(slice))
        .findFirst()
        .ifPresent(this::takeUnusedBlockOffline);
  }

  private void takeUnusedBlockOffline(HeldSlice draining) {
    if (!draining.id().equals(current)) {
      current = draining.id();
      progressSaidMillis = strand.nowMillis();
    }
    busy = true;
    strand.on(
        memory.offlineUnused(draining.id()),
        went -> {
          busy = false;
          unusedBlockAnswered(draining, went);
          move();
        });
  }

  private void unusedBlockAnswered(HeldSlice draining, boolean went) {
    if (!went) {
      drained.add(draining);
    }
    if (!went || strand.nowMillis() - progressSaidMillis >= PROGRESS_MILLIS) {
      progressSaidMillis = strand.nowMillis();
      book.drained(draining, memory.blocksPerSlice() - memory.onlineBlocks(draining.id()));
      changed.run();
    }
  }

  private void bringOnline(HeldSlice wanted) {
    busy = true;
    strand.on(
        memory.online(wanted.id()),
        done -> {
          busy = false;
          drained.removeIf(slice -> slice.id().equals(wanted.id()));
          book.cameOnline(wanted);
          changed.run();
          move();
        });
  }

  private Optional<HeldSlice> nextReleasing() {
    List<HeldSlice> releasing = book.in(Phase.RELEASING);
    return releasing.stream()
        .filter(slice -> slice.id().equals(current))
        .findFirst()
        .or(() -> releasing.stream().findFirst());
  }

  private void takeBlockOffline(HeldSlice releasing) {
    SliceId id = releasing.id();
    if (!id.equals(current)) {
      current = id;
      progressSaidMillis = strand.nowMillis();
    }
    busy = true;
    strand.on(
        memory.offlineOne(id),
        result -> {
          busy = false;
          book.held(id).ifPresent(slice -> blockAnswered(slice, result));
          move();
        });
  }

  private void blockAnswered(HeldSlice releasing, BlockResult result) {
    int offline = memory.blocksPerSlice() - memory.onlineBlocks(releasing.id());
    if (result instanceof BlockResult.Stuck stuck) {
      LOG.warn("{}: {} is stuck: {}", hostId, releasing.id(), stuck.cause());
      book.gotStuck(releasing, offline, stuck.cause());
      changed.run();
    } else if (offline == memory.blocksPerSlice()) {
      book.wentOffline(releasing);
      changed.run();
    } else if (strand.nowMillis() - progressSaidMillis >= PROGRESS_MILLIS) {
      progressSaidMillis = strand.nowMillis();
      book.progressed(releasing, offline);
      changed.run();
    }
  }
}
