package io.tarn.pool.buffer;

import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.pool.buffer.BufferStore.Standing;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The forecast. Pure.
 *
 * <p>Whatever is asked back now comes back after the time that releases take; until then, and until
 * somebody looks again, grants live on what is free. The target is what they may ask for in that
 * time: the greatest of
 *
 * <ul>
 *   <li>what a Poisson stream of grants of the sizes seen, at the rate seen, stays below with the
 *       configured confidence;
 *   <li>the most that was in fact asked for within any stretch of that length in the look-back,
 *       since VMs start in bursts, too;
 *   <li>the largest single grant.
 * </ul>
 *
 * <p>What was refused for want of free slices counts as asked for.
 */
final class BufferRules {

  /** Below so many releases a 99th percentile is the slowest of a few. */
  static final long FEWEST_RELEASES = 20;

  private static final double RELEASE_SHARE = 0.99;
  private static final long SECOND = 1000;

  /** A pool that is younger is looked at as if it had been there so long. */
  private static final long YOUNGEST_SECONDS = 10;

  private BufferRules() {}

  /**
   * How a pool's buffer stands.
   *
   * @param standing the pool
   * @param tally what happened in it over the look-back
   * @param nowMillis the database's clock
   */
  static PoolBuffer forecast(
      Standing standing, Tally tally, BufferSettings settings, long nowMillis) {
    OptionalLong measured =
        tally.released() < FEWEST_RELEASES
            ? OptionalLong.empty()
            : tally.releaseMillis(RELEASE_SHARE);
    long release = measured.orElse(settings.assumedReleaseMillis());
    long horizonMillis = release + settings.everyMillis();
    long horizonSeconds = (horizonMillis + SECOND - 1) / SECOND;

    long now = nowMillis / SECOND;
    long age = Math.max(YOUNGEST_SECONDS, now - standing.createdMillis() / SECOND);
    long all = Math.min(settings.lookBackSeconds(), age);
    long recent = Math.min(settings.recentSeconds(), age);
    Tally.Sum whole = tally.since(now - all);
    Tally.Sum last = tally.since(now - recent);
    double grantsPerSecond =
        Math.max((double) whole.grants() / all, (double) last.grants() / recent);
    double gibPerSecond =
        Math.max((double) whole.askedGiB() / all, (double) last.askedGiB() / recent);

    int most = (int) Math.min(standing.capacityGiB(), tally.mostWithin(horizonSeconds));
    int likely =
        CompoundPoisson.quantile(
            grantsPerSecond * horizonMillis / SECOND,
            tally.sizes(),
            settings.confidence(),
            standing.capacityGiB());
    int target = Math.max(Math.max(most, likely), tally.largestGiB());
    double shrinking = (double) (last.grantedGiB() - last.releasedGiB()) / recent;
    PoolBuffer.State state = state(standing, target);
    return new PoolBuffer(
        standing.poolId(),
        state,
        state == standing.state() ? standing.sinceMillis() : nowMillis,
        standing.freeGiB(),
        target,
        standing.freeGiB() - target,
        standing.returningGiB(),
        standing.leavingGiB(),
        horizonMillis,
        measured.isPresent() ? (Long) measured.getAsLong() : null,
        tally.released(),
        gibPerSecond,
        tally.largestGiB(),
        most,
        dryInMillis(standing.freeGiB(), shrinking));
  }

  /** An alarm ends only when there is a tenth more than needed, so that it does not flutter. */
  private static PoolBuffer.State state(Standing standing, int target) {
    int needed =
        standing.state() == PoolBuffer.State.LOW
            ? Math.min(standing.capacityGiB(), target + (target + 9) / 10)
            : target;
    // with nothing free every grant is refused, whatever was asked for before
    needed = Math.max(1, needed);
    return standing.freeGiB() < needed ? PoolBuffer.State.LOW : PoolBuffer.State.HOLDS;
  }

  private static @Nullable Long dryInMillis(int freeGiB, double gibPerSecond) {
    if (freeGiB == 0) {
      return 0L;
    }
    return gibPerSecond <= 0 ? null : (Long) Math.round(freeGiB / gibPerSecond * SECOND);
  }
}
