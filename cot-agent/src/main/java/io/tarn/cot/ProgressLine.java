package io.tarn.cot;

import io.tarn.cot.frontend.Progress;
import io.tarn.cot.resize.EpochReport;
import io.tarn.cot.resize.Verdict;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** A line about once a second on how a run goes. */
final class ProgressLine implements Progress {

  private static final long PERIOD_NANOS = 1_000_000_000L;

  private final String frontEndId;
  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private long dueNanos;

  ProgressLine(String frontEndId, PrintWriter out, LongSupplier nanoTime) {
    this.frontEndId = frontEndId;
    this.out = out;
    this.nanoTime = nanoTime;
    this.dueNanos = nanoTime.getAsLong();
  }

  @Override
  public void epochEnded(long accesses, EpochReport report, Verdict verdict) {
    long now = nanoTime.getAsLong();
    if (now - dueNanos < 0) {
      return;
    }
    dueNanos = now + PERIOD_NANOS;
    out.println(
        String.format(
            Locale.ROOT,
            "front-end %s: %d accesses, %d lines, %s: %s",
            frontEndId,
            accesses,
            verdict.state().lines(),
            verdict.action().wireName(),
            verdict.reason()));
    out.flush();
  }
}
