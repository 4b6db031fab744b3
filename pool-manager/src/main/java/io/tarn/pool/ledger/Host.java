package io.tarn.pool.ledger;

import io.tarn.contracts.pool.BootReport;
import org.jspecify.annotations.Nullable;

/**
 * A host that is wired to a pool.
 *
 * @param hostId its name
 * @param boot the boot that is believed in; absent until the first report
 * @param refusal why it may not get pool memory, if it may not
 * @param fence why it is fenced; absent when it is not
 * @param lastCommand the sequence of its newest command, 0 when there is none
 */
public record Host(
    String hostId,
    @Nullable BootReport boot,
    @Nullable String refusal,
    @Nullable String fence,
    long lastCommand) {

  private static final long SLICE_BYTES = 1L << 30;

  /** Memory blocks of one slice on this host; 1 where a block is larger than a slice. */
  public int blocksPerSlice() {
    return boot == null ? 1 : (int) Math.max(1, SLICE_BYTES / boot.blockBytes());
  }

  /** Whether this is the boot that is believed in. */
  public boolean runs(String bootId) {
    return boot != null && boot.bootId().equals(bootId);
  }
}
