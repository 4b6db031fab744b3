package io.tarn.pool.testing;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.pool.app.PoolManagerApplication;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** One pool manager in this JVM, with real parts. */
public final class Replica implements AutoCloseable {

  private static final String LOOKS = "--tarn.pool.buffer.every=";

  private final ConfigurableApplicationContext context;

  private Replica(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts one on a database. It looks at free slices at its start and then no more, unless told
   * otherwise, since pools of tests run low whenever it looks, and it would announce that.
   */
  public static Replica on(TestDatabase database, String... more) {
    List<String> all =
        new ArrayList<>(List.of(ServiceArguments.of(database, ServiceSchema.POOL, more)));
    all.add("--server.port=0");
    if (all.stream().noneMatch(argument -> argument.startsWith(LOOKS))) {
      all.add(LOOKS + "1h");
    }
    return new Replica(
        SpringApplication.run(PoolManagerApplication.class, all.toArray(String[]::new)));
  }

  /** Its API. */
  public Api api() {
    return new Api(
        URI.create(
            "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")));
  }

  /** A part of it. */
  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  /** Ends it as a stop of its process does: it finishes what it does. */
  public void stop() {
    context.close();
  }

  @Override
  public void close() {
    stop();
  }
}
