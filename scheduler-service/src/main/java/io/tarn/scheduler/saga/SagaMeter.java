package io.tarn.scheduler.saga;

import io.tarn.scheduler.placement.Rejection;
import java.util.List;

/** Counts what happens to VMs. */
public interface SagaMeter {

  /** A VM is placed or ready. */
  void placed(Vm vm);

  /** A VM was refused. */
  void refused(List<Rejection> reasons);

  /** A decision met a host that others had changed. */
  void contended();

  /** The pool manager answered. */
  void answered(GrantReply reply);

  /** A VM was taken over from a replica that had stopped driving it. */
  void tookOver();
}
