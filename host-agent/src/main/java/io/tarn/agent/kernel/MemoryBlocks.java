package io.tarn.agent.kernel;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The memory blocks of a host's kernel that stand for slices. Callers ask for one change at a time,
 * as the kernel's hotplug lock would make them anyway.
 */
public interface MemoryBlocks {

  /** Bytes of a block. */
  long blockBytes();

  /** Blocks of a slice; 1 where a block is larger than a slice. */
  int blocksPerSlice();

  /** Brings every block of a slice online; those that are stay so. */
  CompletableFuture<Void> online(SliceId slice);

  /** Takes one more block of a slice offline. */
  CompletableFuture<BlockResult> offlineOne(SliceId slice);

  /**
   * Takes one more block of a slice offline that its VM does not use; a block stays in any case.
   *
   * @return whether there was one
   */
  CompletableFuture<Boolean> offlineUnused(SliceId slice);

  /** Blocks of a slice that are online. */
  int onlineBlocks(SliceId slice);

  /** Every slice of which at least one block is online, with the number of these. */
  Map<SliceId, Integer> onlineBlocks();
}
