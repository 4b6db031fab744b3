package io.tarn.scheduler.app;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.model.Scenario;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How policy {@code pond} predicts.
 *
 * @param trainerUrl where pairs of models are fetched, http or https
 * @param publicKeyFile of the key that they are signed with, PEM; needed by {@code pond}
 * @param scenario latency of the pools in percent of local memory, 182 or 222
 * @param guests how the names of guests begin that live with a NUMA node without cores; {@code *}
 *     for all
 * @param pairMaxAge a pair announced longer ago is not trusted
 * @param clockAhead how far a host's clock may be ahead of this machine's, 0..10 years
 * @param loadInterval how often a pair that was announced and is not there yet is asked for
 * @param connectTimeout how long a connection to the trainer may take
 * @param answerTimeout how long the trainer's answer may take
 */
@ConfigurationProperties("tarn.prediction")
public record PredictionProperties(
    @DefaultValue("http://127.0.0.1:8085") URI trainerUrl,
    @Nullable Path publicKeyFile,
    @DefaultValue("182") int scenario,
    @DefaultValue({
          "linux", "windows", "ubuntu", "debian", "rhel", "centos", "rocky", "alma", "sles",
          "fedora"
        })
        List<String> guests,
    @DefaultValue("7d") Duration pairMaxAge,
    @DefaultValue("1d") Duration clockAhead,
    @DefaultValue("500ms") Duration loadInterval,
    @DefaultValue("500ms") Duration connectTimeout,
    @DefaultValue("10s") Duration answerTimeout) {

  private static final Duration MOST_AGE = Duration.ofDays(3_653);
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofHours(1);
  private static final String PREFIX = "tarn.prediction.";

  /** Checks the ranges. */
  public PredictionProperties {
    guests = List.copyOf(guests);
    if (!"http".equals(trainerUrl.getScheme()) && !"https".equals(trainerUrl.getScheme())) {
      throw new InvalidField(PREFIX + "trainer-url", trainerUrl.toString(), "an http or https URL");
    }
    if (!Scenario.ALL.contains(scenario)) {
      throw new InvalidField(PREFIX + "scenario", Integer.toString(scenario), "182 or 222");
    }
    Check.duration(PREFIX + "pair-max-age", pairMaxAge, LEAST, MOST_AGE);
    Check.duration(PREFIX + "clock-ahead", clockAhead, Duration.ZERO, MOST_AGE);
    positive("load-interval", loadInterval);
    positive("connect-timeout", connectTimeout);
    positive("answer-timeout", answerTimeout);
  }

  private static void positive(String name, Duration value) {
    Check.duration(PREFIX + name, value, LEAST, MOST);
  }
}
