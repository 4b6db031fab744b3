package io.tarn.pool.pool;

import io.tarn.contracts.emc.TableView;
import io.tarn.contracts.pool.PoolFailure;
import io.tarn.contracts.pool.PoolSpec;
import io.tarn.contracts.pool.PoolView;
import io.tarn.contracts.pool.SliceState;
import io.tarn.contracts.pool.SliceView;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The record of pools and ports, and what can be seen of them. */
public interface PoolStore {

  /** A pool as it stands. */
  Optional<PoolView> view(String poolId);

  /** Pools by name. */
  List<PoolView> page(String after, int most);

  /**
   * Slices of a pool by number.
   *
   * @param state only those in this state; {@code null} for all
   * @param after the number before the first
   */
  List<SliceView> slices(String poolId, @Nullable SliceState state, int after, int most);

  /**
   * Adds a pool whose slices are all FREE, at the generations that the EMC's table has, to be led
   * under epochs above those that it has seen.
   *
   * @return whether it is new; not when there is a pool of that name, or one that the device serves
   */
  boolean declare(String poolId, PoolSpec spec, TableView table);

  /**
   * Has a pool's EMC found at another address.
   *
   * @param deviceId the device that answers there
   * @return whether it was; not when the EMC has failed, is another device or serves another pool
   */
  boolean move(String poolId, URI emc, UUID deviceId);

  /** See {@link io.tarn.pool.ledger.Books#otherPoolOf}. */
  Optional<String> otherPoolOf(UUID deviceId, URI emc, String poolId);

  /**
   * A failure of a pool's EMC.
   *
   * @param incarnation of the EMC; {@code null} for the last that failed
   */
  Optional<PoolFailure> failure(String poolId, @Nullable Integer incarnation);

  /** Gives a host the lowest port of a pool that is not taken. */
  WireOutcome wire(String poolId, String hostId);
}
