package io.tarn.agent.host;

import io.tarn.agent.slice.Phase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host as its control shows it.
 *
 * @param hostId the host
 * @param bootId its boot
 * @param bootedAtMillis when it booted, milliseconds since 1970
 * @param link how the agent stands with the manager
 * @param position sequence of the last command taken in
 * @param online slices of which at least one memory block is online
 */
public record HostStatus(
    String hostId,
    String bootId,
    long bootedAtMillis,
    Link link,
    long position,
    List<OnlineSlice> online) {

  /** Copies the collection. */
  public HostStatus {
    online = List.copyOf(online);
  }

  /**
   * A slice in the kernel's memory.
   *
   * @param poolId the pool
   * @param slice its number
   * @param generation the generation of the command that it follows; 0 when none is known
   * @param offlineBlocks memory blocks that are offline
   * @param phase where it is; absent when no command is known
   * @param cause why it is stuck; absent otherwise
   */
  public record OnlineSlice(
      String poolId,
      int slice,
      long generation,
      int offlineBlocks,
      @Nullable Phase phase,
      @Nullable String cause) {}
}
