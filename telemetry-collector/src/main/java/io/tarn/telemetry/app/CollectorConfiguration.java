package io.tarn.telemetry.app;

import io.tarn.chassis.lease.Leases;
import io.tarn.chassis.loop.Loop;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.telemetry.batch.BatchStore;
import io.tarn.telemetry.batch.ReadingPlan;
import io.tarn.telemetry.egress.OutboxAnnouncer;
import io.tarn.telemetry.feed.TimeBounds;
import io.tarn.telemetry.frontend.FrontEndQueries;
import io.tarn.telemetry.history.HistoryDesk;
import io.tarn.telemetry.history.HistoryQueries;
import io.tarn.telemetry.query.TelemetryQueries;
import io.tarn.telemetry.retention.DayKeeper;
import io.tarn.telemetry.store.JdbcBatchStore;
import io.tarn.telemetry.store.JdbcDayStore;
import io.tarn.telemetry.store.JdbcFrontEndQueries;
import io.tarn.telemetry.store.JdbcHistoryDesk;
import io.tarn.telemetry.store.JdbcHistoryQueries;
import io.tarn.telemetry.store.JdbcTelemetryQueries;
import io.tarn.telemetry.window.Closer;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the collector together. */
@Configuration(proxyBeanMethods = false)
class CollectorConfiguration {

  private final String holder = UUID.randomUUID().toString();

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  TransactionTemplate transactionTemplate(PlatformTransactionManager transactions) {
    return new TransactionTemplate(transactions);
  }

  @Bean
  ReadingPlan readingPlan(TelemetryProperties properties) {
    return new ReadingPlan(properties.readers());
  }

  /** No older than what is kept, less the day that may be dropped meanwhile. */
  @Bean
  Supplier<TimeBounds> believedTimes(Clock clock, TelemetryProperties properties) {
    Duration back = Duration.ofDays(properties.rawDays()).minusHours(1);
    return () ->
        new TimeBounds(
            clock.millis() - back.toMillis(), clock.millis() + properties.clockAhead().toMillis());
  }

  @Bean
  OutboxAnnouncer announcer(Outbox outbox, Clock clock) {
    return new OutboxAnnouncer(outbox, clock);
  }

  @Bean
  BatchStore batchStore(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      OutboxAnnouncer announcer,
      TelemetryProperties properties) {
    return new JdbcBatchStore(
        jdbc,
        transactions,
        announcer,
        new Closer(properties.windowRules()),
        properties.lateness().toMillis());
  }

  @Bean
  DayKeeper dayKeeper(
      JdbcClient jdbc, TransactionTemplate transactions, TelemetryProperties properties) {
    return new DayKeeper(
        new JdbcDayStore(jdbc, transactions), properties.rawDays(), properties.days());
  }

  @Bean
  HistoryDesk historyDesk(
      JdbcClient jdbc, TransactionTemplate transactions, OutboxAnnouncer announcer) {
    return new JdbcHistoryDesk(jdbc, transactions, announcer);
  }

  @Bean
  TelemetryQueries telemetryQueries(JdbcClient jdbc) {
    return new JdbcTelemetryQueries(jdbc);
  }

  @Bean
  HistoryQueries historyQueries(JdbcClient jdbc) {
    return new JdbcHistoryQueries(jdbc);
  }

  @Bean
  FrontEndQueries frontEndQueries(JdbcClient jdbc) {
    return new JdbcFrontEndQueries(jdbc);
  }

  @Bean
  Loop histories(HistoryDesk desk, Leases leases, TelemetryProperties properties) {
    LeasedJob job = new LeasedJob(leases, "histories", holder, desk::refresh);
    return new Loop("histories", properties.historyInterval(), job::run);
  }

  @Bean
  Loop days(DayKeeper days, Leases leases, Clock clock, TelemetryProperties properties) {
    LeasedJob job = new LeasedJob(leases, "days", holder, () -> days.keep(LocalDate.now(clock)));
    return new Loop("days", properties.dayInterval(), job::run);
  }
}
