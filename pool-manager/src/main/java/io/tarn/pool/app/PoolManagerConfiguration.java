package io.tarn.pool.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.identity.ScopeRules;
import io.tarn.chassis.identity.Scopes;
import io.tarn.chassis.lease.Leases;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.together.Groups;
import io.tarn.pool.audit.AuditStore;
import io.tarn.pool.audit.Audits;
import io.tarn.pool.audit.PlanStore;
import io.tarn.pool.audit.Repairs;
import io.tarn.pool.buffer.Buffers;
import io.tarn.pool.buffer.Departures;
import io.tarn.pool.device.EmcDrivers;
import io.tarn.pool.device.PoolSupervisor;
import io.tarn.pool.egress.EmcProperties;
import io.tarn.pool.egress.HttpEmcDrivers;
import io.tarn.pool.egress.SliceEvents;
import io.tarn.pool.feed.Acks;
import io.tarn.pool.feed.Boots;
import io.tarn.pool.feed.CommandFeed;
import io.tarn.pool.feed.HostClockLimit;
import io.tarn.pool.feed.Recalls;
import io.tarn.pool.fence.FenceStore;
import io.tarn.pool.fence.Fences;
import io.tarn.pool.grant.GrantAsk;
import io.tarn.pool.grant.Grants;
import io.tarn.pool.grant.PutOutcome;
import io.tarn.pool.ledger.Announcer;
import io.tarn.pool.ledger.Bells;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.operation.OperationLedger;
import io.tarn.pool.pool.EmcFailures;
import io.tarn.pool.pool.PoolStore;
import io.tarn.pool.pool.Pools;
import io.tarn.pool.store.Collisions;
import io.tarn.pool.store.JdbcAuditStore;
import io.tarn.pool.store.JdbcBufferStore;
import io.tarn.pool.store.JdbcCommandLog;
import io.tarn.pool.store.JdbcFenceStore;
import io.tarn.pool.store.JdbcLeaderships;
import io.tarn.pool.store.JdbcLedger;
import io.tarn.pool.store.JdbcPlanStore;
import io.tarn.pool.store.JdbcPoolStore;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Puts the service together. */
@Configuration(proxyBeanMethods = false)
class PoolManagerConfiguration {

  @Bean
  ScopeRules scopeRules() {
    return ScopeRules.of(
        ScopeRules.Rule.on(HttpMethod.PUT, "/v1/grants/**", Scopes.PLACE, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.DELETE, "/v1/grants/**", Scopes.PLACE, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.PUT, "/v1/hosts/*/operations/*", Scopes.PLACE, Scopes.ADMIN),
        ScopeRules.Rule.on(
            HttpMethod.DELETE, "/v1/hosts/*/operations/*", Scopes.PLACE, Scopes.ADMIN),
        ScopeRules.Rule.on(
            HttpMethod.GET, "/v1/hosts/*/operations/**", Scopes.READ, Scopes.AGENT, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.PUT, "/v1/hosts/*/boot", Scopes.AGENT, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.GET, "/v1/hosts/*/commands", Scopes.AGENT, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.POST, "/v1/hosts/*/acks", Scopes.AGENT, Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.PUT, "/v1/pools/**", Scopes.ADMIN),
        ScopeRules.Rule.on(HttpMethod.GET, "/v1/**", Scopes.READ, Scopes.ADMIN));
  }

  @Bean
  Bells bells() {
    return Bells.silent();
  }

  @Bean
  InstantSource clock() {
    return InstantSource.system();
  }

  @Bean
  SecureRandom random() {
    return new SecureRandom();
  }

  @Bean
  Announcer announcer(Outbox outbox, InstantSource clock) {
    return new SliceEvents(outbox, clock);
  }

  @Bean
  EmcDrivers emcDrivers(EmcProperties properties) {
    return new HttpEmcDrivers(properties);
  }

  @Bean
  PoolStore poolStore(JdbcClient jdbc, TransactionTemplate transactions) {
    return new JdbcPoolStore(jdbc, transactions);
  }

  @Bean
  Meters meters(MeterRegistry registry, PoolStore store) {
    return new Meters(registry, store);
  }

  @Bean
  Ledger ledger(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      LedgerProperties properties,
      SecureRandom random,
      JsonMapper json,
      Announcer announcer,
      Meters meters,
      OperationMeters operationMeters,
      Bells bells) {
    Collisions collisions = new Collisions(properties.tries(), properties.firstPause(), random);
    Ledger record = new JdbcLedger(jdbc, transactions, collisions, json, announcer, meters, bells);
    return new OperationLedger(record, operationMeters);
  }

  @Bean
  Grants grants(Ledger ledger) {
    return new Grants(ledger);
  }

  @Bean(destroyMethod = "close")
  Groups<GrantAsk, PutOutcome> grantGroups(
      Grants grants, GroupProperties properties, Meters meters) {
    return new Groups<>(
        "grants",
        properties.settings(),
        ask -> ask.id().vmId(),
        asks -> {
          meters.group(asks.size());
          return grants.put(asks);
        });
  }

  @Bean
  Boots boots(Ledger ledger, FeedProperties properties, InstantSource clock) {
    return new Boots(ledger, new HostClockLimit(properties.clockAhead(), clock));
  }

  @Bean
  Acks acks(Ledger ledger) {
    return new Acks(ledger);
  }

  @Bean
  Pools pools(PoolStore store, EmcDrivers drivers) {
    return new Pools(store, drivers);
  }

  @Bean
  Fences fences(Ledger ledger) {
    return new Fences(ledger);
  }

  @Bean
  FenceStore fenceStore(JdbcClient jdbc) {
    return new JdbcFenceStore(jdbc);
  }

  @Bean
  AuditStore auditStore(JdbcClient jdbc) {
    return new JdbcAuditStore(jdbc);
  }

  @Bean
  Audits audits(Ledger ledger, AuditStore store, EmcDrivers drivers, Meters meters) {
    return new Audits(ledger, store, drivers, meters);
  }

  @Bean
  Repairs repairs(
      Ledger ledger, Audits audits, AuditStore store, JdbcClient jdbc, JsonMapper json) {
    PlanStore plans = new JdbcPlanStore(jdbc, json);
    return new Repairs(ledger, audits, store, plans, () -> UUID.randomUUID().toString());
  }

  @Bean
  EmcFailures emcFailures(Ledger ledger, EmcDrivers drivers) {
    return new EmcFailures(ledger, drivers);
  }

  @Bean
  Buffers buffers(
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Announcer announcer,
      BufferProperties properties,
      Meters meters) {
    return new Buffers(
        new JdbcBufferStore(jdbc, transactions, announcer), properties.settings(), meters);
  }

  @Bean
  Recalls recalls(Ledger ledger, RecallProperties properties) {
    return new Recalls(ledger, properties.pace());
  }

  @Bean
  Departures departures(Ledger ledger, BufferProperties properties) {
    return new Departures(ledger, properties.drainAhead().toMillis());
  }

  @Bean(destroyMethod = "shutdownNow")
  ExecutorService feedReaders(FeedProperties properties) {
    return Executors.newFixedThreadPool(
        properties.threads(),
        task -> {
          Thread thread = new Thread(task, "feed");
          thread.setDaemon(true);
          return thread;
        });
  }

  @Bean
  CommandFeed commandFeed(
      JdbcClient jdbc, JsonMapper json, ExecutorService feedReaders, Bells bells, Meters meters) {
    CommandFeed feed = new CommandFeed(new JdbcCommandLog(jdbc, json), feedReaders);
    bells.commands().onRing(feed::wake);
    meters.watch(feed);
    return feed;
  }

  @Bean
  JdbcLeaderships leaderships(Leases leases, DriverProperties properties) {
    return new JdbcLeaderships(leases, UUID.randomUUID().toString(), properties.lease());
  }

  @Bean
  PoolSupervisor poolSupervisor(
      Ledger ledger,
      EmcDrivers drivers,
      JdbcLeaderships leaderships,
      DriverProperties properties,
      EmcProperties emc,
      SecureRandom random,
      Meters meters,
      Bells bells) {
    properties.mustOutlast(emc.callTimeout());
    PoolSupervisor supervisor =
        new PoolSupervisor(ledger, drivers, leaderships, properties.timings(), random, meters);
    supervisor.listen(bells.deviceWork());
    return supervisor;
  }

  @Bean
  BackgroundWork backgroundWork(List<Chore> chores, PoolSupervisor supervisor, CommandFeed feed) {
    return new BackgroundWork(chores, supervisor, feed);
  }
}
