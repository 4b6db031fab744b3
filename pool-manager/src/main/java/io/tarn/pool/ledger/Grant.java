package io.tarn.pool.ledger;

import io.tarn.contracts.Check;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import org.jspecify.annotations.Nullable;

/**
 * A grant as the record has it.
 *
 * @param id VM and attempt
 * @param state where it is
 * @param place what was asked for; absent for one that was withdrawn before it arrived
 */
public record Grant(GrantId id, GrantState state, @Nullable GrantRequest place) {

  /** Checks that only what was withdrawn early has no place. */
  public Grant {
    if ((state == GrantState.WITHDRAWN) != (place == null)) {
      throw new IllegalArgumentException("grant " + id + " is " + state + " at " + place);
    }
  }

  /** A grant that was withdrawn before it arrived. */
  public static Grant withdrawn(GrantId id) {
    return new Grant(id, GrantState.WITHDRAWN, null);
  }

  /** What was asked for, of a grant that has a place. */
  public GrantRequest granted() {
    return Check.present("place", place);
  }

  /** The grant in another state. */
  public Grant to(GrantState next) {
    return new Grant(id, next, place);
  }
}
