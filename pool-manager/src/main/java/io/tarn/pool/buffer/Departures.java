package io.tarn.pool.buffer;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.contracts.pool.GrantState;
import java.util.Optional;

/**
 * VMs that are known to leave. Nothing of their memory is given to others before they have left.
 */
public interface Departures {

  /**
   * Writes down when the VM of a grant leaves; the newest word counts.
   *
   * @param inMillis how soon
   */
  Outcome say(GrantId id, long inMillis);

  /** When the VM of a live grant leaves; empty when nothing was said of it. */
  Optional<DepartureView> of(GrantId id);

  /** Takes a departure back. Repeating it changes nothing. */
  void takeBack(GrantId id);

  /** What became of it. */
  sealed interface Outcome {

    /** It is written down. */
    record Said(DepartureView view) implements Outcome {}

    /** Nobody ever heard of the grant. */
    record NoGrant() implements Outcome {}

    /** No VM lives on the grant. */
    record NotLive(GrantState state) implements Outcome {}
  }
}
