package io.tarn.pool.buffer;

import io.tarn.contracts.pool.PoolBuffer;
import java.util.List;

/** What the record has of grants and releases, on the database's clock. */
public interface BufferStore {

  /** The database's clock, milliseconds since 1970. */
  long nowMillis();

  /** How every pool stands. */
  List<Standing> standing();

  /** Grants that were committed after a moment and not after another, counted by second. */
  List<Granted> granted(long afterMillis, long untilMillis);

  /**
   * Grants that were refused, since too few slices were free, after a moment and not after another,
   * counted by second; each VM once, when it was refused first.
   */
  List<Refused> refused(long afterMillis, long untilMillis);

  /**
   * Writes down that a VM was refused slices that a pool has, but not free. Nothing happens when it
   * is known.
   */
  void refuse(String vmId, String poolId, int sizeGiB);

  /** Forgets who was refused before a moment. */
  void forgetRefused(long beforeMillis);

  /** Releases that ended after a moment and not after another, counted by second. */
  List<Released> released(long afterMillis, long untilMillis);

  /**
   * Writes down that a pool's buffer is now in another state, and announces it. Nothing happens
   * when it was so already.
   */
  void turn(PoolBuffer buffer);

  /**
   * How a pool stands.
   *
   * @param capacityGiB its slices
   * @param freeGiB of them FREE
   * @param returningGiB of them asked back and not FREE yet
   * @param leavingGiB of them under VMs that are known to leave
   * @param createdMillis since when it is there
   * @param state of its buffer, as it was written down
   * @param sinceMillis since when it is so
   */
  record Standing(
      String poolId,
      int capacityGiB,
      int freeGiB,
      int returningGiB,
      int leavingGiB,
      long createdMillis,
      PoolBuffer.State state,
      long sinceMillis) {}

  /**
   * Grants of one size within one second.
   *
   * @param second since 1970
   * @param sizeGiB of each
   * @param grants how many
   */
  record Granted(String poolId, long second, int sizeGiB, long grants) {}

  /**
   * Refused grants of one size within one second.
   *
   * @param second since 1970
   * @param sizeGiB of each
   * @param grants how many
   */
  record Refused(String poolId, long second, int sizeGiB, long grants) {}

  /**
   * Releases of one length within one second.
   *
   * @param second since 1970
   * @param tookMillis at most, rounded up
   * @param releases how many
   * @param sizeGiB all of them together
   */
  record Released(String poolId, long second, long tookMillis, long releases, long sizeGiB) {}
}
