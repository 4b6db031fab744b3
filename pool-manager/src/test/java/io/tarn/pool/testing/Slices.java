package io.tarn.pool.testing;

import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceKey;
import io.tarn.pool.slice.SliceMachine;
import io.tarn.pool.slice.SliceRecord;
import io.tarn.pool.slice.SliceRecord.Assigned;
import io.tarn.pool.slice.SliceRecord.EmcFailed;
import io.tarn.pool.slice.SliceRecord.OfflineSeen;
import io.tarn.pool.slice.SliceRecord.OnlineSeen;
import io.tarn.pool.slice.SliceRecord.OwnerCleared;
import io.tarn.pool.slice.SliceRecord.OwnerSet;
import io.tarn.pool.slice.SliceRecord.ReleaseAsked;
import io.tarn.pool.slice.SliceRecord.Stuck;
import java.util.List;

/** Slices in every state, led there by records. */
public final class Slices {

  /** The host that has them. */
  public static final String HOST = "h1";

  /** The grant that they serve. */
  public static final String GRANT = "vm.1";

  /** Blocks of a slice on that host. */
  public static final int BLOCKS = 8;

  private Slices() {}

  /** A slice of pool p in a state; from ASSIGNED to QUARANTINED it is settled at generation 5. */
  public static Slice in(SliceState state) {
    return in(state, 7);
  }

  /** As {@link #in(SliceState)}, with a number. */
  public static Slice in(SliceState state, int number) {
    Slice slice = Slice.free(new SliceKey("p", number), 4);
    for (SliceRecord record : way(state)) {
      slice = SliceMachine.apply(slice, record);
    }
    return slice;
  }

  /** A slice that was granted and whose device was not read back yet, at generation 4. */
  public static Slice unsettled(int number) {
    return SliceMachine.apply(Slice.free(new SliceKey("p", number), 4), new Assigned(HOST, GRANT));
  }

  private static List<SliceRecord> way(SliceState state) {
    SliceRecord assigned = new Assigned(HOST, GRANT);
    SliceRecord set = new OwnerSet(5, 2);
    SliceRecord asked = new ReleaseAsked();
    return switch (state) {
      case FREE -> List.of();
      case ASSIGNED -> List.of(assigned, set);
      case ONLINE -> List.of(assigned, set, new OnlineSeen(BLOCKS));
      case RELEASING -> List.of(assigned, set, asked);
      case OFFLINING -> List.of(assigned, set, asked, new OfflineSeen(3, BLOCKS));
      case QUARANTINED -> List.of(assigned, set, asked, new Stuck(3, BLOCKS, "pinned"));
      case SCRUBBING ->
          List.of(assigned, set, asked, new OfflineSeen(BLOCKS, BLOCKS), new OwnerCleared(6, 2));
      case LOST -> List.of(assigned, set, new OnlineSeen(BLOCKS), new EmcFailed("dark"));
    };
  }
}
