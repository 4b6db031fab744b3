package io.tarn.scheduler.host;

import java.util.List;

/** What became of an edit of a host. */
public sealed interface HostEdit {

  /** The host is new. */
  record Created(HostState host) implements HostEdit {}

  /** The host is as wanted, by this edit or before it. */
  record Kept(HostState host) implements HostEdit {}

  /** There is no such host. */
  record Unknown() implements HostEdit {}

  /**
   * Someone else edited it first.
   *
   * @param version its version now; 0: there is no such host
   */
  record Outdated(long version) implements HostEdit {}

  /**
   * VMs hold more than would be left.
   *
   * @param host as it stands
   * @param poolsInUse pools to be unwired from which VMs of the host have memory
   */
  record InUse(HostState host, List<String> poolsInUse) implements HostEdit {

    /** Copies the collection. */
    public InUse {
      poolsInUse = List.copyOf(poolsInUse);
    }
  }
}
