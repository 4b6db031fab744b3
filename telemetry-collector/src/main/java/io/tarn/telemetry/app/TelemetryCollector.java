package io.tarn.telemetry.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** The collector: makes windows, features and histories of what hosts tell. */
@SpringBootApplication(scanBasePackages = "io.tarn.telemetry")
@EnableConfigurationProperties(TelemetryProperties.class)
public class TelemetryCollector {

  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(TelemetryCollector.class, arguments);
  }
}
