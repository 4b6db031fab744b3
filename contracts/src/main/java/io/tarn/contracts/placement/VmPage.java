package io.tarn.contracts.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of VMs.
 *
 * @param items the VMs, by name
 * @param next the cursor of the next page; absent on the last
 */
public record VmPage(List<VmView> items, @Nullable String next) {

  /** Copies the collection. */
  public VmPage {
    items = List.copyOf(items);
  }
}
