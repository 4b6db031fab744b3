package io.tarn.agent.kernel;

import io.tarn.agent.kernel.StuckFaults.Fault;
import io.tarn.agent.strand.Strand;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The simulated kernel: blocks change after a drawn delay, on the strand. An attempt to take a
 * slice offline begins with its first block and ends when the slice is offline or stuck.
 */
public final class SimulatedMemory implements MemoryBlocks {

  private static final long SLICE_BYTES = 1L << 30;

  /** One attempt to take a slice offline. */
  private record Attempt(Duration perBlock, Optional<Fault> fault) {}

  private final long blockBytes;
  private final KernelDelays delays;
  private final StuckFaults faults;
  private final Strand strand;
  private final RandomGenerator random;
  private final Map<SliceId, Integer> online;
  private final Map<SliceId, Attempt> attempts = new HashMap<>();
  private final UsedShare share;
  private final Map<SliceId, Integer> used = new HashMap<>();

  /**
   * @param blockBytes a power of two
   * @param online blocks that are online, by slice
   * @param share how much of a slice its VM uses
   * @param strand runs the delays
   * @param random draws delays and faults
   */
  public SimulatedMemory(
      long blockBytes,
      Map<SliceId, Integer> online,
      KernelDelays delays,
      StuckFaults faults,
      UsedShare share,
      Strand strand,
      RandomGenerator random) {
    this.blockBytes = blockBytes;
    this.online = new TreeMap<>(online);
    this.delays = delays;
    this.faults = faults;
    this.share = share;
    this.strand = strand;
    this.random = random;
  }

  @Override
  public long blockBytes() {
    return blockBytes;
  }

  @Override
  public int blocksPerSlice() {
    return (int) Math.max(1, SLICE_BYTES / blockBytes);
  }

  @Override
  public CompletableFuture<Void> online(SliceId slice) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    strand.after(
        delays.online(),
        () -> {
          online.put(slice, blocksPerSlice());
          attempts.remove(slice);
          used.remove(slice);
          done.complete(null);
        });
    return done;
  }

  @Override
  public CompletableFuture<BlockResult> offlineOne(SliceId slice) {
    int before = onlineBlocks(slice);
    if (before == 0) {
      return CompletableFuture.completedFuture(new BlockResult.Offlined());
    }
    Attempt attempt = attempts.computeIfAbsent(slice, s -> drawAttempt(before));
    CompletableFuture<BlockResult> done = new CompletableFuture<>();
    strand.after(attempt.perBlock(), () -> done.complete(tryBlock(slice, attempt)));
    return done;
  }

  @Override
  public CompletableFuture<Boolean> offlineUnused(SliceId slice) {
    int uses = used.computeIfAbsent(slice, s -> share.draw(random, blocksPerSlice()));
    if (onlineBlocks(slice) <= uses) {
      return CompletableFuture.completedFuture(false);
    }
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    strand.after(
        delays.offlineBlock(random, blocksPerSlice()),
        () -> {
          online.put(slice, onlineBlocks(slice) - 1);
          done.complete(true);
        });
    return done;
  }

  private Attempt drawAttempt(int onlineBlocks) {
    return new Attempt(
        delays.offlineBlock(random, blocksPerSlice()), faults.draw(random, onlineBlocks));
  }

  private BlockResult tryBlock(SliceId slice, Attempt attempt) {
    int left = onlineBlocks(slice);
    if (attempt.fault().isPresent() && attempt.fault().get().onlineBlocks() == left) {
      attempts.remove(slice);
      return new BlockResult.Stuck(attempt.fault().get().cause());
    }
    if (left > 1) {
      online.put(slice, left - 1);
    } else {
      online.remove(slice);
      attempts.remove(slice);
    }
    return new BlockResult.Offlined();
  }

  @Override
  public int onlineBlocks(SliceId slice) {
    return online.getOrDefault(slice, 0);
  }

  @Override
  public Map<SliceId, Integer> onlineBlocks() {
    return Map.copyOf(online);
  }
}
