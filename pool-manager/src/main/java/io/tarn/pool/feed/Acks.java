package io.tarn.pool.feed;

import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.OperationReport;
import io.tarn.pool.ledger.Books;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes what hosts observed of their slices, and what they report of operations. */
public final class Acks {

  private final Ledger ledger;

  /**
   * @param ledger where observations are committed
   */
  public Acks(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Judges a host's observations; those of another boot than the one believed in not at all. */
  public AckOutcome take(String hostId, AckRequest request) {
    return ledger.decide(books -> take(books, hostId, request));
  }

  private static Decision<AckOutcome> take(Books books, String hostId, AckRequest request) {
    List<SliceKey> keys =
        request.observations().stream()
            .map(seen -> new SliceKey(seen.poolId(), seen.slice()))
            .distinct()
            .toList();
    List<Slice> observed = books.slices(keys);
    List<String> grantIds = grantsOf(hostId, observed);
    List<Grant> grants = grantIds.isEmpty() ? List.of() : books.lockGrants(grantIds);
    List<Slice> held = grantIds.isEmpty() ? List.of() : books.lockSlicesOf(grantIds);
    Optional<Host> host = books.lockHost(hostId);
    if (host.isEmpty()) {
      return Decision.only(new AckOutcome.NoHost());
    }
    if (!host.get().runs(request.bootId())) {
      return Decision.only(
          new AckOutcome.OtherBoot(host.map(Host::boot).map(boot -> boot.bootId()).orElse(null)));
    }
    String fence = host.get().fence();
    if (fence != null) {
      Effects.Draft draft = new Effects.Draft();
      draft.said(AckRules.said(host.get(), request));
      return new Decision<>(
          new AckOutcome.Fenced(fence, AckRules.refused(host.get(), request)), draft.effects());
    }
    List<String> reported =
        request.operations().stream().map(OperationReport::operationId).distinct().toList();
    List<Operation> known =
        reported.isEmpty() ? List.of() : books.operations().find(hostId, reported);
    List<Operation> overdue =
        reported.isEmpty() ? List.of() : books.operations().overdue(List.of(hostId));
    AckRules.View view =
        new AckRules.View(
            grants, merged(hostId, observed, held), askedBy(books, stuck(request), held));
    return AckRules.judge(host.get(), request, view, known, overdue);
  }

  /** What is stuck by reports that say after which command. */
  private static Set<SliceKey> stuck(AckRequest request) {
    return request.observations().stream()
        .filter(seen -> seen.seen() == Observation.Seen.STUCK && seen.commandSequence() != null)
        .map(seen -> new SliceKey(seen.poolId(), seen.slice()))
        .collect(Collectors.toSet());
  }

  private static Map<SliceKey, Long> askedBy(Books books, Set<SliceKey> keys, List<Slice> held) {
    return held.stream()
        .filter(slice -> keys.contains(slice.key()) && slice.hostId() != null)
        .collect(Collectors.toMap(Slice::key, books::askedBackBy));
  }

  private static List<String> grantsOf(String hostId, List<Slice> observed) {
    return observed.stream()
        .filter(slice -> hostId.equals(slice.hostId()))
        .map(Slice::grantId)
        .filter(Objects::nonNull)
        .map(id -> id)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Slices that are locked, and of the others those that are not the host's; a slice that the host
   * lost before the locks were held is no longer there for it.
   */
  private static List<Slice> merged(String hostId, List<Slice> observed, List<Slice> locked) {
    Map<SliceKey, Slice> slices = new LinkedHashMap<>();
    observed.stream()
        .filter(slice -> !hostId.equals(slice.hostId()))
        .forEach(slice -> slices.put(slice.key(), slice));
    locked.forEach(slice -> slices.put(slice.key(), slice));
    return new ArrayList<>(slices.values());
  }
}
