package io.tarn.local.storm;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a storm were promised, grant by grant. Each is told before it is asked for
 * and when the answer is known; an answer that breaks an earlier promise is described, and the
 * promise stays. A VM's grants are asked for one after the other.
 */
final class GrantLedger {

  private final Map<GrantId, Promise> promises = new HashMap<>();
  private final Map<String, GrantId> living = new HashMap<>();
  private final Map<GrantId, GrantId> superseding = new HashMap<>();
  private int acknowledged;
  private int gone;

  /** A new grant is about to be asked for; an acknowledged older one of the VM may end by it. */
  synchronized void asking(GrantId id, GrantRequest asked) {
    Promise known = promises.get(id);
    if (known != null && known.standing() != Standing.REFUSED) {
      throw new IllegalStateException(id + " was asked for before: " + known);
    }
    promises.put(id, new Promise(id, asked, Standing.ASKED, List.of()));
    GrantId older = living.get(id.vmId());
    if (older != null) {
      superseding.put(id, older);
      move(older, Standing.LEAVING);
    }
  }

  /**
   * A request for a grant was answered with it.
   *
   * @return what is wrong with the answer; empty when nothing is
   */
  synchronized String granted(GrantView view) {
    Promise promise = promises.get(GrantId.parse(view.grantId()));
    if (promise == null) {
      return view.grantId() + " was granted, nobody asked for it";
    }
    return switch (promise.standing()) {
      case ASKED -> first(promise, view);
      case LIVE ->
          view.state().live() && view.slices().equals(promise.slices())
              ? ""
              : "acknowledged was " + promise + ", then " + view;
      case LEAVING, GONE, REFUSED -> view + " lives, though it was " + promise.standing();
    };
  }

  private String first(Promise promise, GrantView view) {
    GrantRequest asked = promise.asked();
    boolean fits =
        asked != null
            && view.state().live()
            && asked.equals(new GrantRequest(view.hostId(), view.poolId(), view.sizeGiB()))
            && view.slices().size() == view.sizeGiB()
            && new HashSet<>(view.slices()).size() == view.sizeGiB();
    promises.put(promise.id(), new Promise(promise.id(), asked, Standing.LIVE, view.slices()));
    living.put(promise.id().vmId(), promise.id());
    acknowledged++;
    ended(superseding.remove(promise.id()));
    return fits ? "" : "asked was " + asked + ", granted " + view;
  }

  /** A grant was refused, and no request for it is on its way; an older one of the VM lives on. */
  synchronized void refused(GrantId id) {
    move(id, Standing.REFUSED);
    livesOn(superseding.remove(id));
  }

  /** A grant is about to be withdrawn, whether it was ever asked for or not. */
  synchronized void withdrawing(GrantId id) {
    Promise known = promises.get(id);
    if (known == null || known.standing() == Standing.REFUSED) {
      promises.put(id, new Promise(id, null, Standing.ASKED, List.of()));
    } else if (known.standing() == Standing.LIVE) {
      move(id, Standing.LEAVING);
    }
  }

  /**
   * A withdrawal was acknowledged.
   *
   * @return what is wrong with the answer; empty when nothing is
   */
  synchronized String withdrawn(GrantView view) {
    GrantId id = GrantId.parse(view.grantId());
    Promise promise = Objects.requireNonNull(promises.get(id), "nobody withdrew " + id);
    boolean lived = view.state() != GrantState.WITHDRAWN;
    GrantId older = superseding.remove(id);
    if (lived) {
      ended(older);
    } else {
      livesOn(older);
    }
    if (promise.standing() != Standing.GONE) {
      ended(id);
    }
    if (view.state().live()) {
      return view + " lives, though its withdrawal was acknowledged";
    }
    return promise.acknowledged() && !lived
        ? "acknowledged was " + promise + ", then " + view + ", as if it had never been"
        : "";
  }

  private void ended(@Nullable GrantId id) {
    if (id != null) {
      move(id, Standing.GONE);
      living.remove(id.vmId(), id);
      gone++;
    }
  }

  private void livesOn(@Nullable GrantId id) {
    if (id != null) {
      move(id, Standing.LIVE);
    }
  }

  private void move(GrantId id, Standing next) {
    promises.computeIfPresent(id, (same, promise) -> promise.to(next));
  }

  /** Every promise as it stands. */
  synchronized Map<GrantId, Promise> snapshot() {
    return Map.copyOf(promises);
  }

  /** What was promised of one grant. */
  synchronized Promise promise(GrantId id) {
    return Objects.requireNonNull(promises.get(id), "nothing is known of " + id);
  }

  /** Whether anything was ever asked about a grant. */
  synchronized boolean known(GrantId id) {
    return promises.containsKey(id);
  }

  /** The grants that live, or may. */
  synchronized List<GrantId> open() {
    return promises.values().stream()
        .filter(promise -> promise.standing().mayLive())
        .map(Promise::id)
        .sorted(Comparator.comparing(GrantId::toString))
        .toList();
  }

  /** Grants acknowledged so far. */
  synchronized int acknowledged() {
    return acknowledged;
  }

  /** Grants withdrawn or superseded so far. */
  synchronized int gone() {
    return gone;
  }
}
