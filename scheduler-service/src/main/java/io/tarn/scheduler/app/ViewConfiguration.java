package io.tarn.scheduler.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.loop.Loop;
import io.tarn.chassis.web.ServiceClients;
import io.tarn.scheduler.egress.HttpPoolManager;
import io.tarn.scheduler.egress.PoolReader;
import io.tarn.scheduler.host.Cluster;
import io.tarn.scheduler.host.HostBook;
import io.tarn.scheduler.host.HostStore;
import io.tarn.scheduler.host.PoolBook;
import io.tarn.scheduler.host.Ticker;
import io.tarn.scheduler.saga.PoolManager;
import io.tarn.scheduler.store.Database;
import io.tarn.scheduler.store.JdbcHostStore;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** What this replica knows of hosts and pools, and how it keeps that fresh. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

  @Bean
  Ticker ticker() {
    return System::nanoTime;
  }

  @Bean
  HostBook hostBook(Ticker ticker, MeterRegistry metrics) {
    HostBook book = new HostBook(ticker);
    age(metrics, "hosts", book::age);
    return book;
  }

  @Bean
  PoolBook poolBook(Ticker ticker, MeterRegistry metrics) {
    PoolBook book = new PoolBook(ticker);
    age(metrics, "pools", book::age);
    return book;
  }

  @Bean
  HostStore hostStore(Database database, HostBook book) {
    return new JdbcHostStore(database, book);
  }

  @Bean
  Cluster cluster(HostBook hosts, PoolBook pools, HostStore store, Ticker ticker) {
    return new Cluster(hosts, pools, store, ticker);
  }

  @Bean
  RestClient poolManagerClient(ServiceClients clients, PoolManagerProperties properties) {
    return clients.at(properties.url(), properties.connectTimeout(), properties.answerTimeout());
  }

  @Bean
  PoolManager poolManager(RestClient poolManagerClient, JsonMapper json) {
    return new HttpPoolManager(poolManagerClient, json);
  }

  @Bean
  Loop hostView(Cluster cluster, PlacementProperties properties) {
    return new Loop("host-view", properties.hostViewInterval(), cluster::refresh);
  }

  @Bean
  Loop poolView(
      RestClient poolManagerClient,
      PoolBook book,
      Ticker ticker,
      PoolManagerProperties properties) {
    PoolReader reader = new PoolReader(poolManagerClient, book, ticker);
    return new Loop("pool-view", properties.viewInterval(), reader::read);
  }

  private static void age(MeterRegistry metrics, String view, Supplier<Duration> age) {
    Gauge.builder("tarn.view.age", () -> age.get().toMillis() / 1000.0)
        .tag("view", view)
        .baseUnit("seconds")
        .description("since this was last read")
        .register(metrics);
  }
}
