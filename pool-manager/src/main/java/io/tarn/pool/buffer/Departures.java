package io.tarn.pool.buffer;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.pool.DepartureView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Departure;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.slice.Slice;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * VMs that are known to leave. Shortly before, their hosts are told to take offline what they do
 * not use, so that little is left to do once they have left. None of it is given to others before.
 */
public final class Departures {

  private static final int AT_ONCE = 256;

  private final Ledger ledger;
  private final long aheadMillis;

  /**
   * @param ledger where departures are committed
   * @param aheadMillis how long before it leaves what a VM does not use is taken offline; sooner
   *     where free slices are low
   */
  public Departures(Ledger ledger, long aheadMillis) {
    this.ledger = ledger;
    this.aheadMillis = aheadMillis;
  }

  /**
   * Writes down when the VM of a grant leaves; the newest word counts. Where it leaves so late that
   * nothing is to be drained yet, what was taken offline comes online again.
   *
   * @param inMillis how soon
   */
  public Outcome say(GrantId id, long inMillis) {
    return ledger.decide(
        books -> {
          List<Grant> grants = books.lockGrants(List.of(id.toString()));
          if (grants.isEmpty()) {
            return Decision.only(new Outcome.NoGrant());
          }
          if (!grants.get(0).state().live()) {
            return Decision.only(new Outcome.NotLive(grants.get(0).state()));
          }
          Optional<Departure> known = books.departure(id);
          boolean due = inMillis <= aheadMillis || known.filter(Departure::atOnce).isPresent();
          Effects.Draft draft = new Effects.Draft();
          draft.departs(id, inMillis, due);
          if (!due && known.isPresent()) {
            bringBack(draft, grants.get(0), known.get(), books);
          }
          return new Decision<>(new Outcome.Said(), draft.effects());
        });
  }

  /** When the VM of a live grant leaves; empty when it is not known to. */
  public Optional<DepartureView> of(GrantId id) {
    return ledger
        .read(books -> books.departure(id))
        .map(
            known ->
                new DepartureView(
                    known.id().toString(),
                    known.leavesAtMillis(),
                    known.drainTold(),
                    known.drainedMiB()));
  }

  /** Whether anybody ever heard of a grant. */
  public boolean knows(GrantId id) {
    return ledger.read(books -> books.grant(id)).isPresent();
  }

  /**
   * Takes a departure back; what was taken offline for it comes online again. Repeating it changes
   * nothing.
   *
   * @return whether anybody ever heard of the grant
   */
  public boolean takeBack(GrantId id) {
    return ledger.decide(
        books -> {
          List<Grant> grants = books.lockGrants(List.of(id.toString()));
          Optional<Departure> departure = books.departure(id);
          if (grants.isEmpty() || departure.isEmpty()) {
            return Decision.only(!grants.isEmpty());
          }
          Effects.Draft draft = new Effects.Draft();
          draft.stays(id);
          bringBack(draft, grants.get(0), departure.get(), books);
          return new Decision<>(true, draft.effects());
        });
  }

  /**
   * Asks for what was drained. While slices come online anew it is forgotten what their host was
   * told; the others may be drained all the same.
   */
  private static void bringBack(
      Effects.Draft draft, Grant grant, Departure departure, Books books) {
    if (departure.drainTold() || grant.state() == GrantState.GRANTED) {
      tell(draft, HostCommand.Kind.ONLINE, grant, books);
    }
  }

  /**
   * Tells hosts to drain what leaves soon.
   *
   * @param poolIds pools that this replica drives
   * @return how many grants
   */
  public int drain(Collection<String> poolIds) {
    if (poolIds.isEmpty()) {
      return 0;
    }
    int told = 0;
    for (GrantId id : ledger.read(books -> books.drainable(poolIds, aheadMillis, AT_ONCE))) {
      told += ledger.decide(books -> drain(books, id)) ? 1 : 0;
    }
    return told;
  }

  private static Decision<Boolean> drain(Books books, GrantId id) {
    List<Grant> grants = books.lockGrants(List.of(id.toString()));
    boolean due =
        books.departure(id).filter(departure -> !departure.drainTold()).isPresent()
            && grants.get(0).state() == GrantState.ONLINE;
    if (!due || attaches(books, id)) {
      return Decision.only(false);
    }
    Effects.Draft draft = new Effects.Draft();
    draft.drainTold(id);
    tell(draft, HostCommand.Kind.DRAIN, grants.get(0), books);
    return new Decision<>(true, draft.effects());
  }

  /** What is being attached is to be whole; it is drained once that has ended. */
  private static boolean attaches(Books books, GrantId id) {
    return books.operations().unfinishedOfGrants(List.of(id.toString())).stream()
        .anyMatch(operation -> operation.request().kind() == OperationKind.ATTACH);
  }

  private static void tell(Effects.Draft draft, HostCommand.Kind kind, Grant grant, Books books) {
    List<Slice> online =
        books.lockSlicesOf(List.of(grant.id().toString())).stream()
            .filter(slice -> slice.state() == SliceState.ONLINE)
            .toList();
    if (!online.isEmpty()) {
      draft.command(Command.of(kind, grant, online));
    }
  }

  /** What became of saying it. */
  public sealed interface Outcome {

    /** It is written down. */
    record Said() implements Outcome {}

    /** Nobody ever heard of the grant. */
    record NoGrant() implements Outcome {}

    /** No VM lives on the grant. */
    record NotLive(GrantState state) implements Outcome {}
  }
}
