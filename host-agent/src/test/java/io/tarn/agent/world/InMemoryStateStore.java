package io.tarn.agent.world;

import io.tarn.agent.host.HostState;
import io.tarn.agent.host.HostStateStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** States in memory; can be told to fail. */
public final class InMemoryStateStore implements HostStateStore {

  private final Map<String, HostState> states = new HashMap<>();
  private boolean failing;

  @Override
  public Optional<HostState> load(String hostId) {
    return Optional.ofNullable(states.get(hostId));
  }

  @Override
  public void save(HostState state) throws IOException {
    if (failing) {
      throw new IOException("told to fail");
    }
    states.put(state.hostId(), state);
  }

  public void setFailing(boolean failing) {
    this.failing = failing;
  }
}
