package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client was promised of one grant.
 *
 * @param id the grant
 * @param asked what was asked for; absent for a grant that was only withdrawn
 * @param standing where it stands
 * @param slices that were acknowledged, by number; empty before
 */
record Promise(GrantId id, @Nullable GrantRequest asked, Standing standing, List<Integer> slices) {

  Promise {
    slices = List.copyOf(slices);
  }

  Promise to(Standing next) {
    return new Promise(id, asked, next, slices);
  }

  /** Whether it was acknowledged at any time. */
  boolean acknowledged() {
    return !slices.isEmpty();
  }
}
