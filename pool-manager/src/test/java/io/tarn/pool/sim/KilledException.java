package io.tarn.pool.sim;

/** The process that was at work is dead; nothing of what it would have done next happens. */
final class KilledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  KilledException(String where) {
    super(where, null, false, false);
  }
}
