package io.tarn.pool.operation;

import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.OperationView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be seen of operations. */
public interface OperationStore {

  /** An operation of a host; empty when there is none of that name. */
  Optional<OperationView> view(String hostId, String operationId);

  /**
   * Operations of a host by name.
   *
   * @param state those in this state alone; all, when it is absent
   * @param after those whose name comes after this one
   * @param most at most so many
   * @return empty when there is no such host
   */
  Optional<List<OperationView>> page(
      String hostId, @Nullable OperationState state, String after, int most);
}
