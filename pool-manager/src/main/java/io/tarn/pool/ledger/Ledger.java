package io.tarn.pool.ledger;

import java.util.function.Function;

/** The durable record of pools, hosts, grants and slices. */
public interface Ledger {

  /**
   * Reads, decides and writes in one transaction. The work may be run again when it collides with
   * another; it must not do anything but read and decide.
   *
   * @return the decision's reply, once its effects are durable
   */
  <T> T decide(Function<Books, Decision<T>> work);

  /** Reads without locks. */
  <T> T read(Function<Books, T> work);
}
