package io.tarn.contracts.pool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a host's operations.
 *
 * @param items the operations, by name
 * @param next the cursor of the next page; absent on the last
 */
public record OperationPage(List<OperationView> items, @Nullable String next) {

  /** Copies the collection. */
  public OperationPage {
    items = List.copyOf(items);
  }
}
