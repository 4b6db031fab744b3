package io.tarn.cot.frontend;

import io.tarn.cot.backend.CacheTier;
import io.tarn.cot.cache.CotCache;
import io.tarn.cot.resize.EpochReport;
import io.tarn.cot.resize.ResizerPolicy;
import io.tarn.cot.resize.Verdict;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A front end under load: reads go through the cache, updates past it, epochs end by reads or by
 * time and are judged, acted on and sent. One thread runs it, any thread may {@link #stop} it.
 */
public final class FrontEnd {

  // time and stop are looked at once in so many accesses
  private static final int STRIDE = 128;

  private final Workload workload;
  private final CacheTier tier;
  private final EpochSink sink;
  private final Progress progress;
  private final LongSupplier nanoTime;
  private final Elastic elastic;
  private final EpochJournal journal;
  private final ShadowCount shadow;
  private final Function<String, byte[]> fetch;
  private final Consumer<String> write;

  private long accesses;
  private long epochReads;
  private long epochBeganNanos;
  private @Nullable Stretch whole;
  private @Nullable Stretch sinceResize;
  private volatile boolean stopped;

  /**
   * @param startLines size of the cache at first, 0..mostLines of the policy
   * @throws IllegalArgumentException when startLines is out of range
   */
  public FrontEnd(
      Identity identity,
      Workload workload,
      CacheTier tier,
      int startLines,
      ResizerPolicy policy,
      EpochSink sink,
      Progress progress,
      Clock clock,
      LongSupplier nanoTime) {
    this.workload = workload;
    this.tier = tier;
    this.sink = sink;
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.elastic = new Elastic(startLines, policy);
    this.journal = new EpochJournal(identity, tier.ring().name(), policy.target(), clock);
    this.shadow = new ShadowCount(tier.ring(), workload.keys());
    this.fetch = tier::fetch;
    this.write = tier::write;
  }

  /** Ends the run soon; the epoch that is under way is still reported. */
  public void stop() {
    stopped = true;
  }

  /** Runs until a limit is reached or it is stopped, and reports the last epoch, full or not. */
  public Outcome run(RunLimits limits) {
    Pace pace = new Pace(nanoTime, limits.accessesPerSecond());
    epochBeganNanos = 0;
    while (!stopped && accesses < limits.accesses() && pace.elapsedNanos() < limits.nanos()) {
      long until = Math.min(limits.accesses(), accesses + STRIDE);
      while (accesses < until) {
        access();
        if (epochReads >= elastic.epochReads()) {
          endEpoch(true, pace.elapsedNanos());
        }
      }
      if (pace.elapsedNanos() - epochBeganNanos >= limits.epochNanos()) {
        endEpoch(false, pace.elapsedNanos());
      }
      pace.keep(accesses);
    }
    if (epochReads > 0 || whole == null) {
      endEpoch(false, pace.elapsedNanos());
    }
    return outcome();
  }

  private void access() {
    boolean update = workload.next();
    String key = workload.key();
    CotCache<String, byte[]> cache = elastic.cache();
    if (update) {
      cache.set(key, write);
    } else {
      shadow.count(workload.rank(), key);
      cache.get(key, fetch);
      epochReads++;
    }
    accesses++;
  }

  private void endEpoch(boolean sufficient, long nowNanos) {
    int linesBefore = elastic.state().lines();
    Stretch stretch = new Stretch(tier.takeLoads(), shadow.take());
    EpochReport report =
        new EpochReport(sufficient, elastic.cache().endEpoch(), stretch.withCache());
    Verdict verdict = elastic.conclude(report);
    sink.send(journal.end(report, verdict));
    whole = whole == null ? stretch : whole.plus(stretch);
    sinceResize = sinceResize == null ? stretch : sinceResize.plus(stretch);
    if (elastic.state().lines() != linesBefore) {
      sinceResize = null;
    }
    epochReads = 0;
    epochBeganNanos = nowNanos;
    progress.epochEnded(accesses, report, verdict);
  }

  private Outcome outcome() {
    Stretch all = whole;
    if (all == null) {
      throw new IllegalStateException("no epoch ended, which run always makes sure of");
    }
    Stretch last = sinceResize;
    return new Outcome(
        accesses,
        elastic.state().lines(),
        elastic.state().trackedKeys(),
        elastic.state().givenUp(),
        journal.epochs(),
        last == null ? all : last,
        all);
  }
}
