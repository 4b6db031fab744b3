package io.tarn.pool.device;

import java.util.OptionalLong;

/** The right to change one pool's device, held by one replica at a time. */
public interface Leadership {

  /**
   * Takes the right or makes it last longer.
   *
   * @return the epoch under which to act; empty while another replica holds it
   */
  OptionalLong hold();

  /**
   * Makes sure that what the current transaction writes is written under the epoch that was held
   * last, or not at all.
   *
   * @throws RuntimeException when it is lost
   */
  void guard();

  /** Gives it back, so that another replica need not wait. */
  void release();
}
