package io.tarn.cot.resize;

import io.tarn.cot.balance.Load;
import io.tarn.cot.balance.Loads;
import io.tarn.cot.cache.CacheEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Epochs written by hand: 4 back ends of equal share. */
final class Epochs {

  private Epochs() {}

  /**
   * An epoch of 100,000 reads.
   *
   * @param hits of the cache
   * @param hotHits on the hottest keys without a value
   * @param lookUps to each back end
   */
  static EpochReport of(int lines, long hits, long hotHits, long... lookUps) {
    return new EpochReport(
        true,
        new CacheEpoch(100_000, hits, hotHits, hotHits, Math.max(2, lines), lines, 2_048),
        loads(lookUps));
  }

  static EpochReport insufficient(EpochReport report) {
    return new EpochReport(false, report.cache(), report.loads());
  }

  private static Loads loads(long... lookUps) {
    List<Load> loads = new ArrayList<>();
    LongStream.of(lookUps)
        .forEach(count -> loads.add(new Load("b" + loads.size(), 1.0 / lookUps.length, count)));
    return new Loads(loads);
  }
}
