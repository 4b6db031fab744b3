package io.tarn.pool.ledger;

import io.tarn.pool.slice.SliceChange;

/**
 * What a commit of this replica wakes at once.
 *
 * @param deviceWork rung with a pool's name when there is work for its device
 * @param commands rung with a host's name when its feed has grown
 */
public record Bells(Bell deviceWork, Bell commands) {

  /** Bells that nobody listens to yet. */
  public static Bells silent() {
    return new Bells(new Bell(), new Bell());
  }

  /** Rings for what was just committed. */
  public void committed(Effects effects) {
    effects.slices().stream()
        .map(SliceChange::after)
        .filter(slice -> slice.needsDevice())
        .map(slice -> slice.key().poolId())
        .distinct()
        .forEach(deviceWork::ring);
    effects.pools().stream().map(PoolChange::poolId).distinct().forEach(deviceWork::ring);
    effects.commands().stream().map(Command::hostId).distinct().forEach(commands::ring);
  }
}
