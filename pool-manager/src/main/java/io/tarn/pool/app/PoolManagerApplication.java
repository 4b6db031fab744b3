package io.tarn.pool.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The pool manager: owner of slices, grants and each host's command feed. */
@SpringBootApplication(scanBasePackages = "io.tarn.pool")
@ConfigurationPropertiesScan("io.tarn.pool")
public class PoolManagerApplication {

  /** Runs the service until it is told to stop. */
  public static void main(String[] arguments) {
    SpringApplication.run(PoolManagerApplication.class, arguments);
  }
}
