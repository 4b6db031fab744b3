package io.tarn.pool.fence;

import io.tarn.contracts.pool.FenceView;
import java.util.Optional;

/** What can be seen of fences. */
public interface FenceStore {

  /** The fence of a host and how far it has got; empty when it is not fenced. */
  Optional<FenceView> view(String hostId);
}
