package io.tarn.scheduler.testing;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.scheduler.app.SchedulerService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** One scheduler in this JVM, with short pauses. */
public final class Replica implements AutoCloseable {

  private static final String[] FAST = {
    "--server.port=0",
    "--tarn.placement.ready-patience=300ms",
    "--tarn.placement.recovery-interval=50ms",
    "--tarn.placement.host-view-interval=200ms",
    "--tarn.placement.retry-pause=200ms",
    "--tarn.placement.driver-lease=3s",
    "--tarn.placement.repeat-wait=3s",
    "--tarn.pool-manager.answer-timeout=700ms",
    "--tarn.pool-manager.view-interval=50ms",
    "--tarn.pool-manager.withdrawal-pause=200ms",
  };

  private final ConfigurableApplicationContext context;
  private final Rest rest;

  private Replica(ConfigurableApplicationContext context, Rest rest) {
    this.context = context;
    this.rest = rest;
  }

  /**
   * Starts one and waits until it has seen the pools.
   *
   * @param group the consumer group; replicas of one scheduler share it
   */
  public static Replica start(
      TestDatabase database, TestPoolManager poolManager, String group, String... more) {
    Replica replica = unsettled(database, poolManager.url(), group, more);
    replica.awaitPoolView();
    return replica;
  }

  /** Starts one that may never see a pool. */
  public static Replica unsettled(
      TestDatabase database, String poolManagerUrl, String group, String... more) {
    // a later value of a property replaces an earlier one
    Map<String, String> arguments = new LinkedHashMap<>();
    Stream.of(
            Stream.of(FAST),
            Stream.of(
                "--tarn.pool-manager.url=" + poolManagerUrl,
                "--spring.kafka.consumer.group-id=" + group),
            Stream.of(more))
        .flatMap(all -> all)
        .forEach(argument -> arguments.put(argument.substring(0, argument.indexOf('=')), argument));
    ConfigurableApplicationContext context =
        SpringApplication.run(
            SchedulerService.class,
            ServiceArguments.of(
                database, ServiceSchema.SCHEDULER, arguments.values().toArray(String[]::new)));
    int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    return new Replica(context, new Rest(port));
  }

  /** The same, asked by another client. */
  public Replica as(Rest client) {
    return new Replica(context, client);
  }

  /** Its REST API. */
  public Rest rest() {
    return rest;
  }

  /** Waits until its view of the pools is younger than a second. */
  public void awaitPoolView() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> metric("tarn_view_age_seconds", "view=\"pools\"") < 1);
  }

  /** Waits until its hosts were read after this was called. */
  public void awaitHostView() {
    long called = System.nanoTime();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              double sinceCall = (System.nanoTime() - called) / 1e9;
              return metric("tarn_view_age_seconds", "view=\"hosts\"") < sinceCall;
            });
  }

  /** A metric as Prometheus would read it; 0 when there is none. */
  public double metric(String name, String tag) {
    return rest.get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith(name) && line.contains(tag))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    context.close();
  }
}
