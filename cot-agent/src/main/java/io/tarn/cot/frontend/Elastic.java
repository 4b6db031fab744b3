package io.tarn.cot.frontend;

import io.tarn.cot.cache.CacheSettings;
import io.tarn.cot.cache.CotCache;
import io.tarn.cot.cache.Decay;
import io.tarn.cot.resize.EpochReport;
import io.tarn.cot.resize.Resizer;
import io.tarn.cot.resize.ResizerPolicy;
import io.tarn.cot.resize.ResizerState;
import io.tarn.cot.resize.Verdict;

/** A cache that a resizer keeps at its size. */
final class Elastic {

  private final ResizerPolicy policy;
  private final CotCache<String, byte[]> cache;
  private ResizerState state;

  Elastic(int startLines, ResizerPolicy policy) {
    this.policy = policy;
    this.state = ResizerState.starting(startLines, policy);
    this.cache =
        new CotCache<>(new CacheSettings(state.lines(), state.trackedKeys(), 1, 1, Decay.DEFAULT));
  }

  CotCache<String, byte[]> cache() {
    return cache;
  }

  ResizerState state() {
    return state;
  }

  long epochReads() {
    return state.epochReads(policy);
  }

  /** Decides on an epoch and does what was decided. */
  Verdict conclude(EpochReport report) {
    Verdict verdict = Resizer.decide(report, state, policy);
    ResizerState next = verdict.state();
    if (next.lines() != state.lines() || next.trackedKeys() != state.trackedKeys()) {
      cache.resize(next.lines(), next.trackedKeys());
    }
    switch (verdict.action()) {
      case DECAY, REFOCUS -> cache.halveHotness();
      case HOLD, GROW, SHRINK, UNATTAINABLE -> {}
    }
    state = next;
    return verdict;
  }
}
