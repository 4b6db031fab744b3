package io.tarn.agent.host;

import io.tarn.agent.strand.Backoff;
import io.tarn.agent.strand.Strand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves a host's state and then lets the steps go on that waited for it; several share a save. */
final class Durability {

  private static final Logger LOG = LoggerFactory.getLogger(Durability.class);

  private final Strand strand;
  private final Supplier<HostState> state;
  private final HostStateStore store;
  private final Backoff backoff;
  private final List<Runnable> waiting = new ArrayList<>();

  Durability(Strand strand, Supplier<HostState> state, HostStateStore store, Backoff backoff) {
    this.strand = strand;
    this.state = state;
    this.store = store;
    this.backoff = backoff;
  }

  /** Runs a step once the state as it is now, or as it is later, is saved. */
  void then(Runnable step) {
    waiting.add(step);
    if (waiting.size() == 1) {
      strand.execute(this::save);
    }
  }

  private void save() {
    HostState now = state.get();
    try {
      store.save(now);
    } catch (IOException e) {
      LOG.warn("{}: state cannot be saved, trying on: {}", now.hostId(), e.toString());
      strand.after(backoff.next(), this::save);
      return;
    }
    backoff.reset();
    List<Runnable> steps = List.copyOf(waiting);
    waiting.clear();
    steps.forEach(Runnable::run);
  }
}
