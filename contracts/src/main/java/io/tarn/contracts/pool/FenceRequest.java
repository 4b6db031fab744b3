package io.tarn.contracts.pool;

import io.tarn.contracts.Check;

/**
 * Fences a host: its memory is taken from it without asking it.
 *
 * @param reason why, in the words of whoever decided it
 */
public record FenceRequest(String reason) {

  /** Checks the range. */
  public FenceRequest {
    Check.text("reason", reason);
  }
}
