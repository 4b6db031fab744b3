package io.tarn.agent.host;

import io.tarn.agent.kernel.SliceId;
import io.tarn.agent.operation.OperationContent;
import io.tarn.agent.slice.BookContent;
import io.tarn.contracts.Check;
import io.tarn.contracts.pool.BootReport;
import java.util.Map;

/**
 * Everything of a simulated host that outlives its agent: the kernel's boot and memory, and the
 * agent's books. Saved as one, so that the two never disagree.
 *
 * @param hostId the host
 * @param boot the current boot
 * @param onlineBlocks memory blocks that are online, by slice
 * @param book the agent's book of slices
 * @param operations the agent's book of operations
 */
public record HostState(
    String hostId,
    BootReport boot,
    Map<SliceId, Integer> onlineBlocks,
    BookContent book,
    OperationContent operations) {

  /** Checks the id, copies the collection. */
  public HostState {
    Check.id("hostId", hostId);
    onlineBlocks = Map.copyOf(onlineBlocks);
  }

  /** A host that boots for the first time. */
  public static HostState firstBoot(String hostId, BootReport boot) {
    return new HostState(hostId, boot, Map.of(), BookContent.EMPTY, OperationContent.EMPTY);
  }

  /** The host after another boot: its memory is gone, its place in the feed is kept. */
  public HostState rebooted(BootReport next) {
    return new HostState(hostId, next, Map.of(), book.afterBoot(), OperationContent.EMPTY);
  }
}
