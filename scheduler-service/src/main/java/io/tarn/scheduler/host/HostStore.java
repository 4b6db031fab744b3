package io.tarn.scheduler.host;

import io.tarn.contracts.placement.HostSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The hosts' rows. */
public interface HostStore {

  /** Every host. */
  List<HostState> all();

  /** One host. */
  Optional<HostState> find(String hostId);

  /**
   * Hosts in the order of their names.
   *
   * @param after the name before the first one wanted; empty: from the start
   */
  List<HostState> page(String after, int limit);

  /**
   * Declares a host or changes what was declared.
   *
   * @param expectedVersion the version that the client edits, if it named one
   */
  HostEdit put(String hostId, HostSpec spec, OptionalLong expectedVersion);

  /**
   * Closes a host to new VMs, or opens it.
   *
   * @param expectedVersion the version that the client edits, if it named one
   */
  HostEdit cordon(String hostId, boolean cordoned, OptionalLong expectedVersion);
}
