package io.tarn.cot.cache;

/** What a cache counts; guarded by its lock. */
final class Counters {

  private static final int FEWEST_HOT = 2;

  private long reads;
  private long hits;
  private long trackedHits;
  private long updates;
  private long invalidations;
  private long loads;
  private long failedLoads;
  private long admissions;

  private long readsBefore;
  private long hitsBefore;
  private long trackedHitsBefore;

  void read(boolean hit, boolean trackedOnly) {
    reads++;
    if (hit) {
      hits++;
    } else if (trackedOnly) {
      trackedHits++;
    }
  }

  void update() {
    updates++;
  }

  void invalidation() {
    invalidations++;
  }

  void invalidations(int count) {
    invalidations += count;
  }

  void load(boolean failed) {
    loads++;
    if (failed) {
      failedLoads++;
    }
  }

  void admission(boolean admitted) {
    if (admitted) {
      admissions++;
    }
  }

  CacheStatistics statistics(HotSet<?, ?> hotSet) {
    return new CacheStatistics(
        reads,
        hits,
        trackedHits,
        updates,
        invalidations,
        loads,
        failedLoads,
        admissions,
        hotSet.evictions(),
        hotSet.cached(),
        hotSet.tracked());
  }

  CacheEpoch endEpoch(HotSet<?, ?> hotSet) {
    int hotKeys = Math.max(FEWEST_HOT, hotSet.lines());
    CacheEpoch epoch =
        new CacheEpoch(
            reads - readsBefore,
            hits - hitsBefore,
            trackedHits - trackedHitsBefore,
            hotSet.takeHotReads(hotKeys),
            hotKeys,
            hotSet.lines(),
            hotSet.trackedKeys());
    readsBefore = reads;
    hitsBefore = hits;
    trackedHitsBefore = trackedHits;
    return epoch;
  }
}
