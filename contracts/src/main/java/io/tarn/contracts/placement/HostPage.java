package io.tarn.contracts.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of hosts.
 *
 * @param items the hosts, by name
 * @param next the cursor of the next page; absent on the last
 */
public record HostPage(List<HostView> items, @Nullable String next) {

  /** Copies the collection. */
  public HostPage {
    items = List.copyOf(items);
  }
}
