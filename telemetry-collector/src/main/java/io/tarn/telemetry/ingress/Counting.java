package io.tarn.telemetry.ingress;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.telemetry.batch.Batch;
import io.tarn.telemetry.batch.Committed;
import io.tarn.telemetry.batch.Heard;

/** Counts what was committed. */
final class Counting {

  private final MeterRegistry metrics;
  private final Counter samples;
  private final Counter repeats;
  private final Counter late;
  private final Counter trusted;
  private final Counter untrusted;
  private final Counter lost;

  Counting(MeterRegistry metrics) {
    this.metrics = metrics;
    this.samples = metrics.counter("tarn.telemetry.samples");
    this.repeats = metrics.counter("tarn.telemetry.repeats");
    this.late = metrics.counter("tarn.telemetry.late.reports");
    this.trusted = metrics.counter("tarn.telemetry.windows", "trusted", "true");
    this.untrusted = metrics.counter("tarn.telemetry.windows", "trusted", "false");
    this.lost = metrics.counter("tarn.telemetry.batches.discarded");
  }

  void committed(Batch batch, Committed committed) {
    samples.increment(committed.samples());
    repeats.increment(committed.repeats());
    late.increment(committed.lateReports());
    untrusted.increment(committed.untrusted());
    trusted.increment(committed.windows() - committed.untrusted());
    for (Heard.Refused one : batch.of(Heard.Refused.class)) {
      metrics.counter("tarn.dead.letters", "topic", one.topic()).increment();
    }
  }

  void discarded() {
    lost.increment();
  }
}
