package io.tarn.telemetry.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.ReadingPlan;
import io.tarn.telemetry.feed.TimeBounds;
import io.tarn.telemetry.retention.DayKeeper;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ConsumerFactory;

/** How records come in. */
@Configuration(proxyBeanMethods = false)
class IngressConfiguration {

  @Bean
  BusReaders busReaders(
      ConsumerFactory<String, byte[]> consumers,
      BatchStore store,
      Supplier<TimeBounds> believedTimes,
      DayKeeper days,
      ReadingPlan plan,
      MeterRegistry metrics) {
    Delivery delivery =
        new Delivery(store, new Reading(believedTimes), days, new Counting(metrics));
    return new BusReaders(
        () -> new BusReader(consumers::createConsumer, store, delivery), plan.readers());
  }
}
