package io.tarn.cot.frontend;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.cot.ring.Ring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Look-ups that each back end would get without any cache. One thread only. */
final class ShadowCount {

  private static final short UNKNOWN = -1;

  private final Ring ring;
  private final short[] owners;
  private final long[] counts;

  ShadowCount(Ring ring, int keys) {
    this.ring = ring;
    this.owners = new short[keys];
    this.counts = new long[ring.backEnds().size()];
    Arrays.fill(owners, UNKNOWN);
  }

  void count(int rank, String key) {
    short owner = owners[rank];
    if (owner == UNKNOWN) {
      owner = (short) ring.backEndOf(key);
      owners[rank] = owner;
    }
    counts[owner]++;
  }

  /** The look-ups since the last call. */
  Loads take() {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      loads.add(new Load(ring.backEnds().get(i), ring.share(i), counts[i]));
    }
    Arrays.fill(counts, 0);
    return new Loads(loads);
  }
}
