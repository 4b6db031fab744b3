package io.tarn.pool.audit;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.Observation.Seen;
import io.tarn.contracts.pool.PoolAudit.DeviceSays;
import io.tarn.contracts.pool.PoolAudit.Difference;
import io.tarn.contracts.pool.PoolAudit.HostSays;
import io.tarn.contracts.pool.PoolAudit.Kind;
import io.tarn.contracts.pool.PoolAudit.RecordSays;
import io.tarn.contracts.pool.RepairStep;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.audit.AuditView.SaidSince;
import io.tarn.pool.audit.AuditView.Stood;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.ledger.Said;
import io.tarn.pool.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What does not fit between record, table and hosts. Pure. */
final class AuditRules {

  private final AuditView view;

  private AuditRules(AuditView view) {
    this.view = view;
  }

  /** Everything that does not fit, by slice. */
  static List<Difference> differences(AuditView view) {
    AuditRules rules = new AuditRules(view);
    List<Difference> differences = new ArrayList<>();
    for (Stood stood : view.slices()) {
      rules.table(stood).ifPresent(differences::add);
      rules.host(stood).ifPresent(differences::add);
      rules.foreign(stood).forEach(differences::add);
    }
    return differences;
  }

  /** What hosts have online, by their own word, that the record does not give them. */
  static List<Said> foreign(AuditView view) {
    AuditRules rules = new AuditRules(view);
    return view.slices().stream()
        .flatMap(stood -> rules.foreignOf(stood.slice()).stream())
        .map(SaidSince::said)
        .toList();
  }

  private Optional<Difference> table(Stood stood) {
    Slice slice = stood.slice();
    TableEntry entry = view.table().get(slice.key().number());
    if (entry == null || Expected.fits(slice, entry, view.ports())) {
      return Optional.empty();
    }
    if (entry.generation() < slice.generation() && slice.state() != SliceState.LOST) {
      return Optional.of(
          difference(
              Kind.TABLE_DIFFERS,
              stood,
              last(slice),
              RepairStep.Kind.NONE,
              "the table has gone back to an older generation and cannot be believed any more:"
                  + " declare the EMC failed and replace it"));
    }
    return Optional.of(
        slice.unused()
            ? difference(
                Kind.TABLE_DIFFERS,
                stood,
                last(slice),
                RepairStep.Kind.TAKE_ENTRY_OVER,
                "no host can have the slice: its entry is cleared, the slice erased and freed")
            : difference(
                Kind.TABLE_DIFFERS, stood, last(slice), RepairStep.Kind.NONE, advice(slice)));
  }

  private static String advice(Slice slice) {
    return slice.state() == SliceState.LOST
        ? "clear the entry at the new EMC, which nobody else may change"
        : "somebody else changed the table under host "
            + slice.hostId()
            + ": withdraw grant "
            + slice.grantId()
            + ", or fence the host; repair again once the slice is nobody's";
  }

  private Optional<Difference> host(Stood stood) {
    Slice slice = stood.slice();
    SaidSince said = last(slice);
    if (said == null || said.said().seen().generation() != slice.generation()) {
      return Optional.empty();
    }
    Seen seen = said.said().seen().seen();
    return switch (slice.state()) {
      case ASSIGNED ->
          slice.settled() && (seen == Seen.REFUSED || seen == Seen.OFFLINE)
              ? Optional.of(online(stood, said))
              : Optional.empty();
      case ONLINE -> seen == Seen.ONLINE ? Optional.empty() : Optional.of(online(stood, said));
      case RELEASING ->
          seen == Seen.OFFLINE
              ? Optional.of(offline(Kind.HOST_DIFFERS, stood, said))
              : Optional.empty();
      case OFFLINING ->
          seen == Seen.OFFLINE && !slice.givenUp()
              ? Optional.of(offline(Kind.HOST_DIFFERS, stood, said))
              : Optional.empty();
      case QUARANTINED ->
          slice.fenced() ? Optional.empty() : Optional.of(offline(Kind.STUCK, stood, said));
      case LOST ->
          seen == Seen.STUCK && !slice.letGo()
              ? Optional.of(offline(Kind.STUCK, stood, said))
              : Optional.empty();
      case FREE, SCRUBBING -> Optional.empty();
    };
  }

  private Difference online(Stood stood, SaidSince said) {
    String grantId = stood.slice().grantId();
    Grant grant = grantId == null ? null : view.grants().get(grantId);
    boolean live = grant != null && grant.state().live();
    return difference(
        Kind.HOST_DIFFERS,
        stood,
        said,
        live ? RepairStep.Kind.ASK_ONLINE : RepairStep.Kind.NONE,
        live
            ? "the host is told once more to bring it online"
            : "the grant is not live: look again once it is released");
  }

  private Difference offline(Kind kind, Stood stood, SaidSince said) {
    return difference(
        kind, stood, said, RepairStep.Kind.ASK_OFFLINE, "the host is told once more to give it up");
  }

  private List<Difference> foreign(Stood stood) {
    List<Difference> differences = new ArrayList<>();
    for (SaidSince said : foreignOf(stood.slice())) {
      boolean known = view.toldUnder().containsKey(said.said());
      differences.add(
          difference(
              Kind.HOST_USES_FOREIGN,
              stood,
              said,
              known ? RepairStep.Kind.ASK_OFFLINE : RepairStep.Kind.NONE,
              known
                  ? "the host is told to give it up"
                  : "the host was never told of it: boot it anew, or fence it"));
    }
    return differences;
  }

  private List<SaidSince> foreignOf(Slice slice) {
    return view.said().stream()
        .filter(said -> said.said().seen().slice() == slice.key().number())
        .filter(this::current)
        .filter(said -> uses(said.said().seen().seen()) && !given(slice, said))
        .toList();
  }

  private static boolean uses(Seen seen) {
    return switch (seen) {
      case ONLINE, OFFLINING, STUCK -> true;
      case OFFLINE, REFUSED -> false;
    };
  }

  private static boolean given(Slice slice, SaidSince said) {
    return said.said().hostId().equals(slice.hostId())
        && said.said().seen().generation() == slice.generation();
  }

  /** What the slice's host last said of it in its current boot. */
  private @Nullable SaidSince last(Slice slice) {
    return view.said().stream()
        .filter(said -> said.said().seen().slice() == slice.key().number())
        .filter(said -> said.said().hostId().equals(slice.hostId()))
        .filter(this::current)
        .findFirst()
        .orElse(null);
  }

  private boolean current(SaidSince said) {
    Host host = view.hosts().get(said.said().hostId());
    return host != null && host.runs(said.said().bootId());
  }

  private Difference difference(
      Kind kind, Stood stood, @Nullable SaidSince said, RepairStep.Kind repair, String advice) {
    Slice slice = stood.slice();
    TableEntry entry = view.table().get(slice.key().number());
    return new Difference(
        kind,
        slice.key().number(),
        new RecordSays(
            slice.state(),
            slice.hostId(),
            slice.grantId(),
            slice.generation(),
            slice.cause(),
            stood.sinceMillis()),
        entry == null
            ? null
            : new DeviceSays(entry.owner(), hostAt(entry.owner()), entry.generation()),
        said == null ? null : says(said),
        Math.max(stood.sinceMillis(), said == null ? 0 : said.sinceMillis()),
        repair,
        advice);
  }

  private static HostSays says(SaidSince said) {
    return new HostSays(
        said.said().hostId(),
        said.said().bootId(),
        said.said().seen().seen(),
        said.said().seen().generation(),
        said.said().seen().offlineBlocks(),
        said.said().seen().cause(),
        said.sinceMillis());
  }

  private @Nullable String hostAt(@Nullable Integer port) {
    return view.ports().entrySet().stream()
        .filter(wired -> wired.getValue().equals(port))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }
}
