package io.tarn.chassis.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** What operators see of the outbox. */
final class OutboxMeter {

  private final MeterRegistry registry;

  private OutboxMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  static OutboxMeter of(MeterRegistry registry, OutboxStore store) {
    Gauge.builder("tarn.outbox.waiting", store, OutboxStore::waiting)
        .description("events that are committed and not yet on the bus")
        .register(registry);
    TimeGauge.builder("tarn.outbox.age", store, TimeUnit.MILLISECONDS, s -> s.age().toMillis())
        .description("how long the oldest of them has been waiting")
        .register(registry);
    return new OutboxMeter(registry);
  }

  void count(Delivery delivery) {
    count("tarn.outbox.published", "events put on the bus", delivery.delivered());
    count("tarn.outbox.refused", "events set aside for good", delivery.refused().keySet());
  }

  private void count(String name, String what, Collection<OutboxRow> rows) {
    for (OutboxRow row : rows) {
      Counter.builder(name)
          .description(what)
          .tag("topic", row.topic())
          .register(registry)
          .increment();
    }
  }
}
