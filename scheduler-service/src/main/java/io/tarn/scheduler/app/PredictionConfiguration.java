package io.tarn.scheduler.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.loop.Loop;
import io.tarn.chassis.web.ServiceClients;
import io.tarn.contracts.model.ArtifactVerifier;
import io.tarn.contracts.model.Manifest;
import io.tarn.contracts.model.SigningKeys;
import io.tarn.scheduler.egress.HttpArtifacts;
import io.tarn.scheduler.egress.PairMetrics;
import io.tarn.scheduler.prediction.Histories;
import io.tarn.scheduler.prediction.HostClockLimit;
import io.tarn.scheduler.prediction.ModelPair;
import io.tarn.scheduler.prediction.PairLoader;
import io.tarn.scheduler.prediction.PairPredictor;
import io.tarn.scheduler.prediction.Predictor;
import io.tarn.scheduler.prediction.ServingPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** What policy {@code pond} needs: the pair that serves, and what is known of the past. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "tarn.placement.policy", havingValue = "pond")
class PredictionConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(PredictionConfiguration.class);
  private static final String KEY_FILE = "tarn.prediction.public-key-file";

  @Bean
  Histories histories(MeterRegistry metrics) {
    Histories histories = new Histories();
    Gauge.builder("tarn.histories", histories::size)
        .description("pasts and counters that are known")
        .register(metrics);
    return histories;
  }

  @Bean
  HostClockLimit hostClockLimit(PredictionProperties properties) {
    return new HostClockLimit(properties.clockAhead(), System::currentTimeMillis);
  }

  @Bean(destroyMethod = "close")
  ServingPair servingPair() {
    return new ServingPair();
  }

  @Bean
  PairMetrics pairMetrics(MeterRegistry metrics, ServingPair serving) {
    return new PairMetrics(metrics, () -> serving.manifest().map(Manifest::pairId));
  }

  @Bean
  PairLoader pairLoader(
      ServingPair serving,
      PredictionProperties properties,
      ServiceClients clients,
      JsonMapper json) {
    HttpArtifacts artifacts =
        new HttpArtifacts(
            clients.at(
                properties.trainerUrl(), properties.connectTimeout(), properties.answerTimeout()));
    Clock clock = Clock.systemUTC();
    return new PairLoader(
        properties.scenario(),
        artifacts,
        new ArtifactVerifier(
            key(properties.publicKeyFile()), bytes -> json.readValue(bytes, Manifest.class)),
        ModelPair::open,
        serving,
        properties.pairMaxAge(),
        clock::millis);
  }

  @Bean
  Predictor predictor(PairLoader loader, ServingPair serving, Histories histories) {
    return new PairPredictor(loader, serving, histories, Clock.systemUTC()::millis);
  }

  @Bean
  Loop pairs(PairLoader loader, PairMetrics metrics, PredictionProperties properties) {
    return new Loop(
        "pair-loader",
        properties.loadInterval(),
        () -> {
          ModelPair.prepare();
          loader.step().ifPresent(refusal -> LOG.warn("{}", refusal));
          metrics.refresh();
        });
  }

  private static PublicKey key(@Nullable Path file) {
    if (file == null) {
      throw new IllegalArgumentException(
          KEY_FILE + " is absent, accepted: the public key that models are signed with, PEM");
    }
    try {
      return SigningKeys.publicKey(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          KEY_FILE + " is " + file + " (" + e + "), accepted: an Ed25519 public key, PEM", e);
    }
  }
}
