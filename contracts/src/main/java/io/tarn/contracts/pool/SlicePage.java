package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of slices.
 *
 * @param items the slices, by number
 * @param next the cursor of the next page; absent on the last
 */
public record SlicePage(List<SliceView> items, @Nullable String next) {

  /** Copies the collection. */
  public SlicePage {
    items = List.copyOf(items);
  }
}
