package io.tarn.chassis.testing;

import io.tarn.db.ServiceSchema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a Spring test a fresh {@link TestDatabase} of its own (also a bean) and the JVM's broker:
 *
 * <pre>
 * &#64;SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
 * &#64;RealParts(ServiceSchema.POOL)
 * class GrantsIT {}</pre>
 *
 * <p>The properties of the test itself go before those set here.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RealParts {

  /** The schema of the service under test. */
  ServiceSchema value();
}
