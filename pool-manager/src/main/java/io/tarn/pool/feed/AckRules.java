package io.tarn.pool.feed;

import io.tarn.contracts.pool.AckReply;
import io.tarn.contracts.pool.AckReply.OperationResult;
import io.tarn.contracts.pool.AckRequest;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.Observation;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.ledger.Said;
import io.tarn.pool.operation.ReportRules;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.slice.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is decided about a host's observations. Pure. */
final class AckRules {

  private AckRules() {}

  /**
   * What observations are judged by.
   *
   * @param grants that slices of the host serve
   * @param slices that serve them, and whatever else was observed
   * @param askedBy the newest command that asked for a slice back, where that is of interest
   */
  record View(List<Grant> grants, List<Slice> slices, Map<SliceKey, Long> askedBy) {

    /** Copies the collections. */
    View {
      grants = List.copyOf(grants);
      slices = List.copyOf(slices);
      askedBy = Map.copyOf(askedBy);
    }
  }

  /**
   * Judges observations of a host's current boot, one after the other.
   *
   * @param host who observed
   * @param known operations of the host that were reported on
   * @param overdue operations of the host whose deadline has passed
   */
  static Decision<AckOutcome> judge(
      Host host, AckRequest request, View view, List<Operation> known, List<Operation> overdue) {
    Map<SliceKey, Slice> before = new LinkedHashMap<>();
    view.slices().forEach(slice -> before.put(slice.key(), slice));
    Map<SliceKey, Slice> now = new LinkedHashMap<>(before);
    Map<SliceKey, List<SliceRecord>> records = new LinkedHashMap<>();
    List<AckReply.Result> results = new ArrayList<>();
    for (Observation seen : request.observations()) {
      SliceKey key = new SliceKey(seen.poolId(), seen.slice());
      Verdict verdict = judge(host, seen, now.get(key), view.askedBy().getOrDefault(key, 0L));
      for (SliceRecord record : verdict.records()) {
        records.computeIfAbsent(key, k -> new ArrayList<>()).add(record);
        now.computeIfPresent(key, (k, slice) -> SliceMachine.apply(slice, record));
      }
      results.add(
          new AckReply.Result(seen.poolId(), seen.slice(), verdict.outcome(), verdict.reason()));
    }
    Effects.Draft draft = new Effects.Draft();
    draft.said(said(host, request));
    records.forEach(
        (key, list) -> {
          Slice slice = before.get(key);
          if (slice != null) {
            draft.change(new SliceChange(slice, list));
          }
        });
    view.grants().forEach(grant -> conclude(draft, grant, before, now));
    List<OperationResult> operations =
        ReportRules.judge(draft, host.hostId(), request.operations(), known, overdue);
    return new Decision<>(
        new AckOutcome.Judged(new AckReply(results, operations)), draft.effects());
  }

  /** The last thing that the host said of each slice. */
  static List<Said> said(Host host, AckRequest request) {
    Map<SliceKey, Said> last = new TreeMap<>();
    for (Observation seen : request.observations()) {
      last.put(
          new SliceKey(seen.poolId(), seen.slice()),
          new Said(host.hostId(), request.bootId(), seen));
    }
    return List.copyOf(last.values());
  }

  /** What a fenced host's observations get: its boot does not count any more. */
  static AckReply refused(Host host, AckRequest request) {
    String reason = "host " + host.hostId() + " is fenced: " + host.fence();
    return new AckReply(
        request.observations().stream()
            .map(
                seen ->
                    new AckReply.Result(
                        seen.poolId(), seen.slice(), AckReply.Outcome.REFUSED, reason))
            .toList(),
        ReportRules.refused(request.operations(), reason));
  }

  private static Verdict judge(Host host, Observation seen, @Nullable Slice slice, long askedBy) {
    if (slice == null) {
      return Verdict.refused("the slice is not of host " + host.hostId());
    }
    return SliceMachine.observe(slice, seen, host.hostId(), host.blocksPerSlice(), askedBy);
  }

  private static void conclude(
      Effects.Draft draft, Grant grant, Map<SliceKey, Slice> before, Map<SliceKey, Slice> now) {
    String grantId = grant.id().toString();
    List<Slice> held =
        now.values().stream().filter(slice -> grantId.equals(slice.grantId())).toList();
    quarantined(held, before).forEach(slice -> draft.announce(new Announcement.Quarantined(slice)));
    if (!grant.state().live()) {
      return;
    }
    List<Slice> dropped =
        held.stream()
            .filter(slice -> slice.state() == SliceState.ASSIGNED)
            .filter(slice -> was(before, slice) == SliceState.ONLINE)
            .toList();
    if (!dropped.isEmpty()) {
      draft.command(Command.of(Kind.ONLINE, grant, dropped));
    }
    boolean online = !held.isEmpty() && held.stream().allMatch(s -> s.state() == SliceState.ONLINE);
    if (online && grant.state() == GrantState.GRANTED) {
      Grant risen = grant.to(GrantState.ONLINE);
      draft.move(risen);
      draft.announce(new Announcement.Online(risen));
    } else if (!online && grant.state() == GrantState.ONLINE) {
      draft.move(grant.to(GrantState.GRANTED));
    }
  }

  private static List<Slice> quarantined(List<Slice> held, Map<SliceKey, Slice> before) {
    return held.stream()
        .filter(slice -> slice.state() == SliceState.QUARANTINED)
        .filter(slice -> was(before, slice) != SliceState.QUARANTINED)
        .toList();
  }

  private static SliceState was(Map<SliceKey, Slice> before, Slice slice) {
    return before.getOrDefault(slice.key(), slice).state();
  }
}
