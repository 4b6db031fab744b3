package io.tarn.pool.feed;

import io.tarn.contracts.pool.BootReport;
import io.tarn.contracts.pool.BootView;
import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Decision;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Effects.NewBoot;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is decided about a host's boots. Pure. */
final class BootRules {

  private static final long SLICE_BYTES = 1L << 30;

  private BootRules() {}

  /** Why a host with such a boot may not get pool memory; {@code null} when it may. */
  static @Nullable String refusal(BootReport report) {
    if (report.blockBytes() <= SLICE_BYTES) {
      return null;
    }
    return "memory blocks of "
        + (report.blockBytes() >> 30)
        + " GiB (/sys/devices/system/memory/block_size_bytes) are larger than a slice of 1 GiB;"
        + " boot the host with a memory_block_size of at most 1 GiB (on x86-64 the kernel takes"
        + " larger blocks by itself on large hosts; the kernel parameter memory_block_size= sets"
        + " them where it is supported)";
  }

  /**
   * Whether a report tells of another boot than the one known, and not of a later one: a host does
   * not boot twice in one millisecond, so of two that say so the one that came first stays. One
   * that is known from later than is believed now says nothing of the order any more, but lets
   * nobody in by that alone: what is reported may be a late word of a boot that is over. Only once
   * the host is fenced, so that what it has is taken without it, is the next boot believed.
   *
   * @param latestMillis the latest start that is believed now
   */
  static boolean superseded(Host host, BootReport report, long latestMillis) {
    BootReport known = host.boot();
    if (known == null || host.runs(report.bootId())) {
      return false;
    }
    boolean unordered = host.fence() != null && known.bootedAtMillis() > latestMillis;
    return !unordered && report.bootedAtMillis() <= known.bootedAtMillis();
  }

  /** The manager's answer to the report of a boot that it knows. */
  static BootView view(Host host, BootReport report, long lastCommand) {
    String refusal = host.runs(report.bootId()) ? host.refusal() : refusal(report);
    return new BootView(host.hostId(), report.bootId(), refusal == null, refusal, lastCommand);
  }

  /**
   * Believes in a new boot: nothing of the host is online, and everything it should do is told
   * again.
   *
   * @param grants of the host that are not over
   * @param slices that serve them
   */
  static Decision<BootOutcome> believe(
      Host host, BootReport report, List<Grant> grants, List<Slice> slices) {
    Effects.Draft draft = new Effects.Draft();
    String refusal = refusal(report);
    draft.boot(new NewBoot(host.hostId(), report, refusal));
    int commands = 0;
    for (Grant grant : grants) {
      String grantId = grant.id().toString();
      List<Slice> after =
          reboot(draft, slices.stream().filter(s -> grantId.equals(s.grantId())).toList());
      if (grant.state() == GrantState.ONLINE) {
        draft.move(grant.to(GrantState.GRANTED));
      }
      List<Slice> told = grant.state().live() ? online(after, refusal) : offline(after);
      if (!told.isEmpty()) {
        Kind kind = grant.state().live() ? Kind.ONLINE : Kind.OFFLINE;
        draft.command(Command.of(kind, grant, told));
        commands++;
      }
    }
    BootView view = view(host, report, host.lastCommand() + commands);
    return new Decision<>(new BootOutcome.Believed(view), draft.effects());
  }

  private static List<Slice> reboot(Effects.Draft draft, List<Slice> slices) {
    List<Slice> after = new ArrayList<>();
    for (Slice slice : slices) {
      List<SliceRecord> records = SliceMachine.reboot(slice);
      if (records.isEmpty()) {
        after.add(slice);
      } else {
        SliceChange change = new SliceChange(slice, records);
        draft.change(change);
        after.add(change.after());
      }
    }
    return after;
  }

  /** A grant whose entries are not all settled gets its first ONLINE command when they are. */
  private static List<Slice> online(List<Slice> slices, @Nullable String refusal) {
    if (refusal != null || slices.stream().anyMatch(slice -> !slice.settled())) {
      return List.of();
    }
    return slices.stream().filter(slice -> slice.state() == SliceState.ASSIGNED).toList();
  }

  private static List<Slice> offline(List<Slice> slices) {
    return slices.stream()
        .filter(Slice::settled)
        .filter(
            slice ->
                switch (slice.state()) {
                  case RELEASING, OFFLINING, LOST -> slice.hostId() != null;
                  case FREE, ASSIGNED, ONLINE, SCRUBBING, QUARANTINED -> false;
                })
        .toList();
  }
}
