package io.tarn.trainer.app;

import io.tarn.trainer.run.TrainingEnd;
import io.tarn.trainer.run.TrainingRequest;
import io.tarn.trainer.run.TrainingState;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The trainer: registry and API; or, with {@code --tarn.training.once=SCENARIO}, one training,
 * whose end is the exit code ({@link TrainingState#exitCode()}).
 */
@SpringBootApplication(scanBasePackages = "io.tarn.trainer")
@EnableConfigurationProperties(TrainingProperties.class)
public class TrainerService {

  private static final String ONCE = "--tarn.training.once=";

  /** Starts it. */
  public static void main(String[] arguments) {
    if (Stream.of(arguments).anyMatch(argument -> argument.startsWith(ONCE))) {
      System.exit(once(arguments));
    }
    SpringApplication.run(TrainerService.class, arguments);
  }

  /** One training, on a port that nobody knows. */
  static int once(String[] arguments) {
    String[] quiet =
        Stream.concat(
                Stream.of(arguments), Stream.of("--server.port=0", "--server.address=127.0.0.1"))
            .toArray(String[]::new);
    try (ConfigurableApplicationContext context =
        SpringApplication.run(TrainerService.class, quiet)) {
      TrainingProperties properties = context.getBean(TrainingProperties.class);
      TrainingRequest request = new TrainingRequest(properties.once(), properties.seed(), true);
      return context
          .getBean(BackgroundTrainings.class)
          .runHere(request)
          .map(TrainingEnd::state)
          .orElse(TrainingState.FAILED)
          .exitCode();
    } catch (RuntimeException e) {
      System.err.println("training: " + e.getMessage());
      return TrainingState.FAILED.exitCode();
    }
  }
}
