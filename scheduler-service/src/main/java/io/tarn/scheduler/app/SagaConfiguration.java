package io.tarn.scheduler.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.idempotency.Idempotency;
import io.tarn.chassis.inbox.Inbox;
import io.tarn.chassis.loop.Loop;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.scheduler.egress.OutboxVmEvents;
import io.tarn.scheduler.egress.SagaMetrics;
import io.tarn.scheduler.host.Cluster;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.host.PoolBook;
import io.tarn.scheduler.host.Ticker;
import io.tarn.scheduler.placement.PlacementEngine;
import io.tarn.scheduler.policy.Guests;
import io.tarn.scheduler.prediction.Predictor;
import io.tarn.scheduler.saga.Claims;
import io.tarn.scheduler.saga.Decider;
import io.tarn.scheduler.saga.DepartureStore;
import io.tarn.scheduler.saga.Departures;
import io.tarn.scheduler.saga.Driver;
import io.tarn.scheduler.saga.GrantDesk;
import io.tarn.scheduler.saga.Pause;
import io.tarn.scheduler.saga.Placements;
import io.tarn.scheduler.saga.PoolManager;
import io.tarn.scheduler.saga.ReadinessStore;
import io.tarn.scheduler.saga.Recovery;
import io.tarn.scheduler.saga.SagaMeter;
import io.tarn.scheduler.saga.SagaRules;
import io.tarn.scheduler.saga.VmEvents;
import io.tarn.scheduler.saga.VmQueries;
import io.tarn.scheduler.saga.VmStore;
import io.tarn.scheduler.saga.Watch;
import io.tarn.scheduler.store.Database;
import io.tarn.scheduler.store.DriverLease;
import io.tarn.scheduler.store.JdbcDepartureStore;
import io.tarn.scheduler.store.JdbcReadinessStore;
import io.tarn.scheduler.store.JdbcVmQueries;
import io.tarn.scheduler.store.JdbcVmStore;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Puts the saga together: rows, events, and who drives VMs to their end. */
@Configuration(proxyBeanMethods = false)
class SagaConfiguration {

  private static final Duration WATCH_INTERVAL = Duration.ofMillis(100);
  private static final Duration PAUSE_STEP = Duration.ofMillis(5);
  private static final Duration PAUSE_MOST = Duration.ofMillis(50);
  private static final int CONTINUATIONS = 8;

  @Bean
  Database database(JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json) {
    return new Database(jdbc, new TransactionTemplate(transactions), json);
  }

  @Bean
  VmEvents vmEvents(Outbox outbox) {
    return new OutboxVmEvents(outbox, Clock.systemUTC());
  }

  @Bean
  SagaMeter sagaMeter(MeterRegistry metrics) {
    return new SagaMetrics(metrics);
  }

  @Bean
  DriverLease driverLease(PlacementProperties placement, PoolManagerProperties poolManager) {
    if (placement.driverLease().compareTo(poolManager.longestCall().multipliedBy(2)) < 0) {
      throw new IllegalArgumentException(
          "tarn.placement.driver-lease is "
              + placement.driverLease()
              + ", accepted: at least twice tarn.pool-manager.connect-timeout and answer-timeout"
              + " together, which are "
              + poolManager.longestCall());
    }
    return new DriverLease(
        UUID.randomUUID().toString(), placement.driverLease(), placement.readyPatience());
  }

  @Bean(destroyMethod = "shutdown")
  ExecutorService continuations() {
    return Executors.newFixedThreadPool(
        CONTINUATIONS,
        task -> {
          Thread thread = new Thread(task, "after-wait");
          thread.setDaemon(true);
          return thread;
        });
  }

  @Bean
  Watch watch(Ticker ticker, @Qualifier("continuations") ExecutorService continuations) {
    return new Watch(ticker, continuations);
  }

  @Bean
  VmQueries vmQueries(Database database) {
    return new JdbcVmQueries(database);
  }

  @Bean
  VmStore vmStore(
      Database database,
      Idempotency answers,
      VmEvents events,
      DriverLease lease,
      HostBook book,
      Watch watch) {
    return new JdbcVmStore(database, answers, events, lease, book, watch::changed);
  }

  @Bean
  DepartureStore departureStore(
      Database database,
      VmEvents events,
      HostBook book,
      Watch watch,
      PoolManagerProperties properties) {
    return new JdbcDepartureStore(
        database,
        events,
        book,
        watch::changed,
        properties.withdrawalPause(),
        properties.withdrawalMostPause());
  }

  @Bean
  ReadinessStore readinessStore(
      Database database, Inbox inbox, VmEvents events, DriverLease lease, Watch watch) {
    return new JdbcReadinessStore(database, inbox, events, lease, watch::changed);
  }

  @Bean
  GrantDesk grantDesk(PoolManager poolManager, PoolBook book) {
    return new GrantDesk(poolManager, book);
  }

  @Bean
  Decider decider(
      Cluster cluster,
      PlacementProperties properties,
      PredictionProperties prediction,
      ObjectProvider<Predictor> predictor) {
    return new Decider(
        cluster,
        properties.pooling(
            predictor.getIfAvailable(() -> Predictor.NONE), new Guests(prediction.guests())),
        PlacementEngine.fixed(),
        properties.limits());
  }

  @Bean
  Claims claims(VmStore store, GrantDesk desk, Cluster cluster, SagaMeter meter) {
    Pause pause = new JitteredPause(RandomGenerator.getDefault(), PAUSE_STEP, PAUSE_MOST);
    return new Claims(store, desk, cluster, pause, meter);
  }

  @Bean
  Driver driver(
      VmStore store,
      Claims claims,
      GrantDesk desk,
      Decider decider,
      PlacementProperties properties,
      SagaMeter meter) {
    return new Driver(
        store,
        claims,
        desk,
        decider,
        new SagaRules(properties.poolTries()),
        properties.limits(),
        meter);
  }

  @Bean
  Placements placements(
      VmStore store,
      Claims claims,
      Decider decider,
      Driver driver,
      Watch watch,
      PlacementProperties properties,
      SagaMeter meter) {
    return new Placements(store, claims, decider, driver, watch, properties.limits(), meter);
  }

  @Bean
  Departures departures(DepartureStore store, GrantDesk desk) {
    return new Departures(store, desk);
  }

  @Bean
  Recovery recovery(
      VmStore store, ReadinessStore readiness, GrantDesk desk, Driver driver, SagaMeter meter) {
    return new Recovery(store, readiness, desk, driver, meter);
  }

  @Bean
  Loop unfinished(Recovery recovery, PlacementProperties properties) {
    return new Loop("unfinished", properties.recoveryInterval(), recovery::finishAbandoned);
  }

  @Bean
  Loop unseen(Recovery recovery, PlacementProperties properties) {
    return new Loop("unseen", properties.recoveryInterval(), recovery::lookForOnline);
  }

  @Bean
  Loop withdrawals(Departures departures, PlacementProperties properties) {
    return new Loop("withdrawals", properties.recoveryInterval(), departures::withdrawDue);
  }

  @Bean
  Loop waiting(Watch watch, VmQueries vms) {
    return new Loop(
        "waiting",
        Duration.ZERO,
        () -> {
          watch.sleep(WATCH_INTERVAL);
          watch.attend(vms::phases);
        });
  }
}
