package io.tarn.pool.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.emc.TableEntry;
import io.tarn.contracts.pool.SliceState;
import io.tarn.pool.slice.Slice;
import io.tarn.pool.slice.SliceRecord.OwnerSet;
import io.tarn.pool.slice.SliceRecord.Scrubbed;
import io.tarn.pool.testing.Slices;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadingTest {

  private static final long EPOCH = 3;
  private static final int PORT = 9;

  @Test
  void given_withDataOfItsOwnHostOrNone_isDone() {
    Slice slice = Slices.unsettled(7);
    assertThat(given(slice, null)).isEqualTo(new Reading.Done(new OwnerSet(5, EPOCH)));
    assertThat(given(slice, 5L)).isEqualTo(new Reading.Done(new OwnerSet(5, EPOCH)));
  }

  @Test
  void given_withDataOfAnOlderOwner_doesNotReachTheHost() {
    assertThat(given(Slices.unsettled(7), 4L))
        .isEqualTo(new Reading.Unclean(new TableEntry(7, PORT, 5), 4));
  }

  @Test
  void erased_countsOnlyOnceTheDeviceShowsIt() {
    Slice slice = Slices.in(SliceState.SCRUBBING);
    TableEntry free = new TableEntry(7, null, slice.generation());
    assertThat(Reading.of(slice, free, 5L, Map.of(), EPOCH)).isEqualTo(new Reading.Undone());
    assertThat(Reading.of(slice, free, null, Map.of(), EPOCH))
        .isEqualTo(new Reading.Done(new Scrubbed(EPOCH)));
  }

  private static Reading given(Slice slice, @Nullable Long dirtySince) {
    String host = String.valueOf(slice.hostId());
    return Reading.of(slice, new TableEntry(7, PORT, 5), dirtySince, Map.of(host, PORT), EPOCH);
  }
}
