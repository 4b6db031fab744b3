package io.tarn.pool.fence;

import io.tarn.contracts.pool.GrantState;
import io.tarn.contracts.pool.HostCommand;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Command;
import io.tarn.pool.ledger.Effects;
import io.tarn.pool.ledger.FenceChange;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Host;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceChange;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What is decided about fences. Pure. */
final class FenceRules {

  /**
   * What was cleared may still be online on the host, and whoever has it there would be let into it
   * again if the host became its owner once more.
   */
  private static final String UNTIL_IT_BOOTS =
      "its fence was lifted, and what was taken from it may still be online there; boot the host";

  private FenceRules() {}

  /**
   * Fences a host: every slice that it may use is to be cleared without it, and its grants end. It
   * is told all the same, should it still read its feed.
   *
   * @param grants of the host that are not over
   * @param slices that serve them
   */
  static Effects raise(Host host, String reason, List<Grant> grants, List<Slice> slices) {
    Effects.Draft draft = new Effects.Draft();
    List<Slice> fenced = new ArrayList<>();
    for (Grant grant : grants) {
      List<Slice> taken =
          change(draft, held(grant, slices), slice -> SliceMachine.fence(slice, reason));
      fenced.addAll(taken);
      tell(draft, grant, taken.stream().filter(Slice::settled).toList());
      if (grant.state().live()) {
        Grant ended = grant.to(GrantState.RELEASING);
        draft.move(ended);
        draft.announce(new Announcement.Releasing(ended));
      }
    }
    fenced.sort(Comparator.comparing(Slice::key));
    draft.fence(new FenceChange.Raised(host.hostId(), reason, fenced));
    byPool(fenced)
        .forEach(
            (poolId, numbers) ->
                draft.announce(
                    new Announcement.HostFenced(poolId, host.hostId(), reason, numbers)));
    return draft.effects();
  }

  /**
   * Ends a fence; what was not cleared is asked of the host again, and it gets nothing more before
   * it boots.
   */
  static Effects lift(Host host, List<Grant> grants, List<Slice> slices) {
    Effects.Draft draft = new Effects.Draft();
    for (Grant grant : grants) {
      List<Slice> back = change(draft, held(grant, slices), SliceMachine::liftFence);
      tell(draft, grant, back.stream().filter(FenceRules::asked).toList());
    }
    draft.fence(new FenceChange.Lifted(host.hostId(), UNTIL_IT_BOOTS));
    return draft.effects();
  }

  private static boolean asked(Slice slice) {
    return slice.state() == SliceState.RELEASING || !slice.letGo();
  }

  private static List<Slice> held(Grant grant, List<Slice> slices) {
    String grantId = grant.id().toString();
    return slices.stream().filter(slice -> grantId.equals(slice.grantId())).toList();
  }

  private static List<Slice> change(
      Effects.Draft draft, List<Slice> slices, Function<Slice, List<SliceRecord>> what) {
    List<Slice> after = new ArrayList<>();
    for (Slice slice : slices) {
      List<SliceRecord> records = what.apply(slice);
      if (!records.isEmpty()) {
        SliceChange change = new SliceChange(slice, records);
        draft.change(change);
        after.add(change.after());
      }
    }
    return after;
  }

  private static void tell(Effects.Draft draft, Grant grant, List<Slice> slices) {
    if (!slices.isEmpty()) {
      draft.command(Command.of(HostCommand.Kind.OFFLINE, grant, slices));
    }
  }

  private static Map<String, List<Integer>> byPool(List<Slice> slices) {
    Map<String, List<Integer>> numbers = new TreeMap<>();
    for (Slice slice : slices) {
      numbers
          .computeIfAbsent(slice.key().poolId(), pool -> new ArrayList<>())
          .add(slice.key().number());
    }
    return numbers;
  }
}
