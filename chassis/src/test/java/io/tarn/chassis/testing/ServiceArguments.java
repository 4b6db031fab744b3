package io.tarn.chassis.testing;

import io.tarn.db.ServiceSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The configuration with which a service finds the parts, for tests that start services themselves,
 * for example two replicas in one JVM:
 *
 * <pre>{@code
 * SpringApplication.run(PoolManager.class,
 *     ServiceArguments.of(database, ServiceSchema.POOL, "--server.port=0"));
 * }</pre>
 */
public final class ServiceArguments {

  private ServiceArguments() {}

  /** As Spring properties. */
  public static Map<String, Object> properties(TestDatabase database, ServiceSchema service) {
    Map<String, Object> properties = new LinkedHashMap<>(database.properties(service));
    properties.putAll(TestBus.properties());
    return properties;
  }

  /** As arguments of the command line, with more behind them. */
  public static String[] of(TestDatabase database, ServiceSchema service, String... more) {
    Stream<String> parts =
        properties(database, service).entrySet().stream()
            .map(property -> "--" + property.getKey() + "=" + property.getValue());
    return Stream.concat(parts, Stream.of(more)).toArray(String[]::new);
  }
}
