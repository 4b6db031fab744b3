package io.tarn.agent.host;

import java.io.IOException;
import java.util.Optional;

/** Where the states of simulated hosts are kept. */
public interface HostStateStore {

  /**
   * The state saved last, if any.
   *
   * @throws IOException when it cannot be read or believed
   */
  Optional<HostState> load(String hostId) throws IOException;

  /** Replaces the state of a host; when this returns it survives a kill. */
  void save(HostState state) throws IOException;
}
