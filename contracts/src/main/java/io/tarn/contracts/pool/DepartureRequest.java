package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Says that the VM of a grant is about to leave; the newest word counts.
 *
 * @param inMillis how soon, 0..86,400,000 (a day)
 */
public record DepartureRequest(@Min(0) @Max(DepartureRequest.MOST_MILLIS) Long inMillis) {

  /** The furthest departure, milliseconds. */
  public static final long MOST_MILLIS = 86_400_000;

  /** Checks the range. */
  public DepartureRequest {
    long said = Check.present("inMillis", inMillis, "0.." + MOST_MILLIS);
    Check.range("inMillis", said, 0, MOST_MILLIS);
  }
}
