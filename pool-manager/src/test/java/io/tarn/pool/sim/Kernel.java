package io.tarn.pool.sim;

import io.tarn.agent.kernel.BlockResult;
import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.agent.kernel.SliceId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one boot of a host. What it was asked for it does, also when the agent that asked
 * is gone; taking a block offline takes a while and may be impossible.
 */
final class Kernel implements MemoryBlocks {

  private static final List<String> CAUSES = List.of("pinned", "kernel-page", "huge-page");

  private final World world;
  private final String hostId;
  private final long blockBytes;
  private final Map<SliceId, Integer> online = new TreeMap<>();
  private final Map<SliceId, Device> devices = new HashMap<>();
  private boolean running = true;

  Kernel(World world, String hostId, long blockBytes) {
    this.world = world;
    this.hostId = hostId;
    this.blockBytes = blockBytes;
  }

  /** The host loses its power; no block is online any more. */
  void off() {
    running = false;
    online.clear();
  }

  @Override
  public long blockBytes() {
    return blockBytes;
  }

  @Override
  public int blocksPerSlice() {
    return (int) ((1L << 30) / blockBytes);
  }

  @Override
  public CompletableFuture<Void> online(SliceId slice) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    after(
        world.dice().between(20, 400),
        hostId + " brings " + slice + " online",
        () -> {
          online.put(slice, blocksPerSlice());
          devices.put(slice, world.device(slice.poolId()));
          world.verifier().broughtOnline(hostId, slice);
          done.complete(null);
        });
    return done;
  }

  @Override
  public CompletableFuture<BlockResult> offlineOne(SliceId slice) {
    CompletableFuture<BlockResult> done = new CompletableFuture<>();
    if (onlineBlocks(slice) == 0) {
      done.complete(new BlockResult.Offlined());
      return done;
    }
    after(
        world.dice().between(500, 25 * Timeline.MILLIS),
        hostId + " takes a block of " + slice + " offline",
        () -> done.complete(tryBlock(slice)));
    return done;
  }

  private BlockResult tryBlock(SliceId slice) {
    if (world.dice().trouble(world.weather().stuck())) {
      String cause = world.dice().pick(CAUSES);
      world.note(cause);
      return new BlockResult.Stuck(cause);
    }
    online.computeIfPresent(slice, (id, left) -> left > 1 ? left - 1 : null);
    return new BlockResult.Offlined();
  }

  private void after(long delay, String what, Runnable action) {
    world
        .timeline()
        .after(
            delay,
            what,
            () -> {
              if (running) {
                action.run();
              }
            });
  }

  @Override
  public int onlineBlocks(SliceId slice) {
    return online.getOrDefault(slice, 0);
  }

  /** The device whose memory a slice that is online here is. */
  @Nullable Device deviceOf(SliceId slice) {
    return devices.get(slice);
  }

  @Override
  public Map<SliceId, Integer> onlineBlocks() {
    return Map.copyOf(online);
  }
}
