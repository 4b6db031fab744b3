package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of pools.
 *
 * @param items the pools, by name
 * @param next the cursor of the next page; absent on the last
 */
public record PoolPage(List<PoolView> items, @Nullable String next) {

  /** Copies the collection. */
  public PoolPage {
    items = List.copyOf(items);
  }
}
