package io.tarn.scheduler.saga;

/** Tells the bus of a VM; in the transaction of the fact. */
public interface VmEvents {

  /** Resources are reserved, the pool has not answered yet. */
  void reserved(Vm vm);

  /** The grant, where there is one, is committed. */
  void placed(Vm vm);

  /** Every slice is online. */
  void ready(Vm vm);

  /** It is leaving. */
  void deleting(Vm vm);

  /** Its host's share is free. */
  void deleted(Vm vm);

  /** It came to nothing. */
  void refused(Vm vm);
}
