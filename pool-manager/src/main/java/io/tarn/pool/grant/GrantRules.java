package io.tarn.pool.grant;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.GrantRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.GrantView;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.PortView;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Pool;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is decided about grants. Pure. */
final class GrantRules {

  private GrantRules() {}

  /**
   * What a request for a grant gets without any slice being touched; empty when there is nothing
   * against it.
   *
   * @param newest the newest attempt known of the VM, 0 for none
   * @param known the grant of that id, if the record has it, with the slices that it holds
   */
  static Optional<PutOutcome> answered(
      GrantId id, GrantRequest asked, int newest, @Nullable Grant known, List<Slice> held) {
    if (known != null) {
      if (!known.state().live()) {
        return Optional.of(new PutOutcome.Withdrawn());
      }
      GrantView view = view(known, held);
      return Optional.of(
          known.granted().equals(asked)
              ? new PutOutcome.Exists(view)
              : new PutOutcome.Differs(view));
    }
    return newest > id.attempt()
        ? Optional.of(new PutOutcome.Superseded(newest))
        : Optional.empty();
  }

  /**
   * What a request for a grant gets because of where it asks for memory; empty when there is
   * nothing against it.
   *
   * @param port of the host on the pool, if it is wired to it
   */
  static Optional<PutOutcome> refused(
      GrantRequest asked, @Nullable Pool pool, @Nullable PortView port, @Nullable Host host) {
    if (pool == null) {
      return Optional.of(new PutOutcome.NoPool(asked.poolId()));
    }
    if (pool.failed()) {
      return Optional.of(new PutOutcome.PoolFailed(asked.poolId()));
    }
    if (host != null && host.fence() != null) {
      return Optional.of(new PutOutcome.Fenced(asked.hostId(), host.fence()));
    }
    return notPoolable(asked, port, host).map(PutOutcome.NotPoolable::new);
  }

  private static Optional<String> notPoolable(
      GrantRequest asked, @Nullable PortView port, @Nullable Host host) {
    if (port == null || host == null) {
      return Optional.of("host " + asked.hostId() + " is not wired to pool " + asked.poolId());
    }
    if (host.boot() == null) {
      return Optional.of("no boot of host " + asked.hostId() + " was reported yet");
    }
    return Optional.ofNullable(host.refusal());
  }

  /**
   * Commits a grant.
   *
   * @param free FREE slices of the pool, as many as asked for
   */
  static PutOutcome commit(Effects.Draft draft, GrantAsk ask, List<Slice> free) {
    GrantId id = ask.id();
    Grant grant = new Grant(id, GrantState.GRANTED, ask.request());
    draft.record(grant);
    List<Slice> held = new ArrayList<>();
    for (Slice slice : free) {
      SliceChange change =
          new SliceChange(
              slice, List.of(new SliceRecord.Assigned(ask.request().hostId(), id.toString())));
      draft.change(change);
      held.add(change.after());
    }
    draft.announce(
        new Announcement.Committed(
            grant, held.stream().map(slice -> slice.key().number()).sorted().toList()));
    return new PutOutcome.Created(view(grant, held));
  }

  /** Asks back a grant; one that is on its way back already is left alone. */
  static Decision<GrantView> withdraw(Grant grant, List<Slice> held) {
    if (!grant.state().live()) {
      return Decision.only(view(grant, held));
    }
    Effects.Draft draft = new Effects.Draft();
    List<Slice> after = release(draft, grant, held);
    return new Decision<>(view(grant.to(GrantState.RELEASING), after), draft.effects());
  }

  /** Makes sure that a grant which never arrived never will. */
  static Decision<GrantView> tombstone(GrantId id) {
    Effects.Draft draft = new Effects.Draft();
    Grant grant = Grant.withdrawn(id);
    draft.record(grant);
    return new Decision<>(view(grant, List.of()), draft.effects());
  }

  /**
   * Slices whose EMC entry is not settled yet get their OFFLINE command when it is; the others get
   * it now.
   */
  static List<Slice> release(Effects.Draft draft, Grant grant, List<Slice> held) {
    Grant releasing = grant.to(GrantState.RELEASING);
    draft.move(releasing);
    List<Slice> after = new ArrayList<>();
    List<Slice> told = new ArrayList<>();
    for (Slice slice : held) {
      List<SliceRecord> records = SliceMachine.release(slice);
      if (records.isEmpty()) {
        after.add(slice);
        continue;
      }
      SliceChange change = new SliceChange(slice, records);
      draft.change(change);
      after.add(change.after());
      if (change.after().settled()) {
        told.add(change.after());
      }
    }
    if (!told.isEmpty()) {
      draft.command(Command.of(HostCommand.Kind.OFFLINE, grant, told));
    }
    draft.announce(new Announcement.Releasing(releasing));
    return after;
  }

  /** A grant as clients see it. */
  static GrantView view(Grant grant, List<Slice> held) {
    GrantRequest place = grant.place();
    int online = (int) held.stream().filter(s -> s.state() == SliceState.ONLINE).count();
    List<Integer> numbers = held.stream().map(s -> s.key().number()).sorted().toList();
    return new GrantView(
        grant.id().toString(),
        grant.id().vmId(),
        place == null ? "" : place.hostId(),
        place == null ? "" : place.poolId(),
        place == null ? 0 : place.sizeGiB(),
        grant.state(),
        online,
        numbers);
  }
}
