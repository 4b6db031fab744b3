package io.tarn.pool.device;

import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand.Kind;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What follows from what was read back. Pure. */
final class DeviceRules {

  private DeviceRules() {}

  /**
   * The effects of a pass.
   *
   * @param grants that the slices serve
   * @param slices every slice that serves them, and those that serve none
   * @param readings what was read of some of them, by number
   */
  static Effects conclude(List<Grant> grants, List<Slice> slices, Map<Integer, Reading> readings) {
    Effects.Draft draft = new Effects.Draft();
    // slices that were FREE when their EMC failed come back without a grant
    slices.stream()
        .filter(slice -> slice.grantId() == null)
        .forEach(slice -> step(draft, slice, readings.get(slice.key().number())));
    for (Grant grant : grants) {
      String grantId = grant.id().toString();
      Map<Slice, Slice> steps = new LinkedHashMap<>();
      for (Slice slice : slices) {
        if (grantId.equals(slice.grantId())) {
          steps.put(slice, step(draft, slice, readings.get(slice.key().number())));
        }
      }
      conclude(draft, grant, steps);
    }
    return draft.effects();
  }

  private static Slice step(Effects.Draft draft, Slice slice, @Nullable Reading reading) {
    if (!(reading instanceof Reading.Done done)) {
      return slice;
    }
    SliceChange change = new SliceChange(slice, List.of(done.record()));
    draft.change(change);
    return change.after();
  }

  private static void conclude(Effects.Draft draft, Grant grant, Map<Slice, Slice> steps) {
    List<Slice> settled = new ArrayList<>();
    steps.forEach(
        (before, after) -> {
          if (!before.settled() && after.settled() && goesToHost(after)) {
            settled.add(after);
          }
        });
    if (!settled.isEmpty()) {
      command(draft, grant, settled, List.copyOf(steps.values()));
    }
    boolean over = steps.values().stream().allMatch(after -> after.grantId() == null);
    if (over && endsWhenEmpty(grant.state())) {
      Grant released = grant.to(GrantState.RELEASED);
      draft.move(released);
      draft.announce(new Announcement.Released(released));
    }
  }

  /** Whether it is for the host to go on. */
  private static boolean goesToHost(Slice settled) {
    return settled.hostId() != null && !settled.fenced();
  }

  private static boolean endsWhenEmpty(GrantState state) {
    return switch (state) {
      case RELEASING, LOST -> true;
      case GRANTED, ONLINE, RELEASED, WITHDRAWN -> false;
    };
  }

  /** A live grant is brought online whole; one that is being released goes slice by slice. */
  private static void command(
      Effects.Draft draft, Grant grant, List<Slice> settled, List<Slice> all) {
    if (!grant.state().live()) {
      draft.command(Command.of(Kind.OFFLINE, grant, settled));
    } else if (all.stream().allMatch(Slice::settled)) {
      draft.command(Command.of(Kind.ONLINE, grant, all));
    }
  }
}
