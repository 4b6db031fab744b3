package io.tarn.pool.ledger;

import io.tarn.pool.slice.Slice;
import java.util.List;

/** What happens to the fence of a host. */
public sealed interface FenceChange {

  /** The host. */
  String hostId();

  /**
   * The host is fenced.
   *
   * @param reason why
   * @param slices that are taken from it, as they are then
   */
  record Raised(String hostId, String reason, List<Slice> slices) implements FenceChange {

    /** Copies the collection. */
    public Raised {
      slices = List.copyOf(slices);
    }
  }

  /**
   * The host is not fenced any more.
   *
   * @param refusal why it may not get pool memory before it boots anew
   */
  record Lifted(String hostId, String refusal) implements FenceChange {}
}
