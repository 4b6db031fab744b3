package io.tarn.contracts.pool;

import org.jspecify.annotations.Nullable;

/**
 * How long the free slices of a pool last. What is asked back comes only after the time that
 * releases take, so until then grants live on what is free now.
 *
 * @param poolId the pool
 * @param state whether what is free covers {@code targetGiB}
 * @param sinceMillis since when it is so, on the database's clock, milliseconds since 1970
 * @param freeGiB slices that can be granted now
 * @param targetGiB slices that grants may ask for within {@code horizonMillis}; at most the
 *     capacity
 * @param headroomGiB free beyond the target; below 0 when some is missing
 * @param returningGiB slices on their way back
 * @param leavingGiB slices of VMs that are known to leave, not on their way back yet
 * @param horizonMillis how long what is free has to last: the time that releases take, and the time
 *     between two looks
 * @param releaseP99Millis 99 of 100 releases took at most this, from being asked back to the last
 *     slice free; {@code null} when too few were measured, and a configured time stands in
 * @param releasesMeasured how many releases the figure is of
 * @param gibPerSecond the rate of what is asked for that is reckoned with, given or refused for
 *     want of free slices: the greater of the last minutes' and of the whole look-back's
 * @param largestGrantGiB the largest grant that was asked for in the look-back
 * @param mostAskedGiB the most that was asked for within any stretch of the horizon's length in the
 *     look-back
 * @param dryInMillis when nothing is free any more if grants and releases go on as in the last
 *     minutes, 0 when it is so already; {@code null} when they do not lead there
 */
public record PoolBuffer(
    String poolId,
    State state,
    long sinceMillis,
    int freeGiB,
    int targetGiB,
    int headroomGiB,
    int returningGiB,
    int leavingGiB,
    long horizonMillis,
    @Nullable Long releaseP99Millis,
    long releasesMeasured,
    double gibPerSecond,
    int largestGrantGiB,
    int mostAskedGiB,
    @Nullable Long dryInMillis) {

  /** Whether grants can count on the buffer. */
  public enum State {
    /** What is free covers the forecast. */
    HOLDS,
    /** Grants may have to be refused before anything comes back, or nothing is free. */
    LOW
  }
}
