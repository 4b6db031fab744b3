package io.tarn.cot.frontend;

import io.tarn.cot.load.KeySpace;
import io.tarn.cot.load.Zipf;
import java.util.SplittableRandom;

/** The keys that users of a front end ask for, and which of them they write. One thread only. */
public final class Workload {

  private final Zipf zipf;
  private final KeySpace keys;
  private final double updateShare;
  private final SplittableRandom random;
  private int rank;

  /**
   * @param updateShare share of accesses that are updates, 0..1
   */
  public Workload(Zipf zipf, double updateShare, long seed) {
    this.zipf = zipf;
    this.keys = new KeySpace(zipf.ranks());
    this.updateShare = updateShare;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Goes to the next access.
   *
   * @return whether it is an update
   */
  public boolean next() {
    rank = zipf.rank(random.nextDouble());
    return updateShare > 0 && random.nextDouble() < updateShare;
  }

  /** The key of this access. */
  public String key() {
    return keys.name(rank);
  }

  /** Its rank, 0 the hottest. */
  public int rank() {
    return rank;
  }

  /** How many keys there are. */
  public int keys() {
    return keys.size();
  }
}
