package io.tarn.scheduler.app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** The scheduler: places VMs over REST. */
@SpringBootApplication(scanBasePackages = "io.tarn.scheduler")
@EnableConfigurationProperties({
  PlacementProperties.class,
  PoolManagerProperties.class,
  PredictionProperties.class
})
public class SchedulerService {

  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(SchedulerService.class, arguments);
  }
}
