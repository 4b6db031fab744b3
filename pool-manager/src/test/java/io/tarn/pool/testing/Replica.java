package io.tarn.pool.testing;

import io.tarn.chassis.testing.ServiceArguments;
import io.tarn.chassis.testing.TestDatabase;
import io.tarn.db.ServiceSchema;
import io.tarn.pool.app.PoolManagerApplication;
import java.net.URI;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** One pool manager in this JVM, with real parts. */
public final class Replica implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private Replica(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts one on a database. */
  public static Replica on(TestDatabase database, String... more) {
    String[] arguments = ServiceArguments.of(database, ServiceSchema.POOL, more);
    String[] all = new String[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--server.port=0";
    return new Replica(SpringApplication.run(PoolManagerApplication.class, all));
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
