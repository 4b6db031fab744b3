package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fence of a host and how far it has got.
 *
 * @param hostId the host
 * @param reason as it was declared
 * @param fencedAtMillis since when, milliseconds since 1970
 * @param cleared slices whose owner was read back as cleared
 * @param waiting slices whose owner was not; they stay QUARANTINED
 * @param slices each slice that was taken from the host, by pool and number
 */
public record FenceView(
    String hostId,
    String reason,
    long fencedAtMillis,
    int cleared,
    int waiting,
    List<FencedSlice> slices) {

  /** Copies the collection. */
  public FenceView {
    slices = List.copyOf(slices);
  }

  /**
   * A slice that was taken from a fenced host.
   *
   * @param poolId the pool
   * @param slice its number
   * @param generation at which the host had it
   * @param progress how far it has got
   * @param cause why it is quarantined or lost; absent when it is cleared
   */
  public record FencedSlice(
      String poolId, int slice, long generation, Progress progress, @Nullable String cause) {}

  /** How far a slice has got. */
  public enum Progress {
    /** Its EMC's entry was read back without the host. */
    CLEARED,
    /** Its EMC's entry was not read back without the host yet. */
    WAITING,
    /** Its EMC has failed; the host counts as having let go of it. */
    LOST
  }
}
