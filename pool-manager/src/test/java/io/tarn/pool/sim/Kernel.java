package io.tarn.pool.sim;

import io.tarn.agent.kernel.BlockResult;
import io.tarn.agent.kernel.MemoryBlocks;
import io.tarn.agent.kernel.SliceId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
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
  private final Map<SliceId, Online> online = new TreeMap<>();
  private boolean running = true;
  private boolean fenced;

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

  /**
   * The host is fenced: the VMs that have what is online are dead, or must be, and so are those for
   * which something is still under way.
   */
  void doom() {
    fenced = true;
    online.replaceAll((slice, some) -> new Online(some.blocks(), some.device(), some.at(), true));
  }

  /** What is online of a slice, if something is. */
  @Nullable Online of(SliceId slice) {
    return online.get(slice);
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
          Device device = world.device(slice.poolId());
          long at = device.entry(slice.slice()).generation();
          online.put(slice, new Online(blocksPerSlice(), device, at, fenced));
          if (!fenced) {
            world.verifier().broughtOnline(hostId, slice);
          }
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

  @Override
  public CompletableFuture<Boolean> offlineUnused(SliceId slice) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    if (onlineBlocks(slice) <= 1 || world.dice().oneIn(4)) {
      done.complete(false);
      return done;
    }
    after(
        world.dice().between(500, 25 * Timeline.MILLIS),
        hostId + " takes an unused block of " + slice + " offline",
        () -> {
          online.computeIfPresent(slice, (id, some) -> some.less());
          world.count("unused blocks taken offline");
          done.complete(true);
        });
    return done;
  }

  private BlockResult tryBlock(SliceId slice) {
    if (world.dice().trouble(world.weather().stuck())) {
      String cause = world.dice().pick(CAUSES);
      world.note(cause);
      return new BlockResult.Stuck(cause);
    }
    online.computeIfPresent(slice, (id, some) -> some.less());
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
    Online some = online.get(slice);
    return some == null ? 0 : some.blocks();
  }

  @Override
  public Map<SliceId, Integer> onlineBlocks() {
    return online.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().blocks()));
  }

  /**
   * What is online of a slice.
   *
   * @param blocks at least one
   * @param device whose memory it is
   * @param at the generation of the device's entry when it came online
   * @param doomed whether the boot was fenced, before or since
   */
  record Online(int blocks, Device device, long at, boolean doomed) {

    private @Nullable Online less() {
      return blocks > 1 ? new Online(blocks - 1, device, at, doomed) : null;
    }
  }
}
