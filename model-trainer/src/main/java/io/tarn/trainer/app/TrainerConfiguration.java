package io.tarn.trainer.app;

import static org.springframework.http.HttpMethod.GET;

import io.tarn.chassis.identity.ScopeRules;
import io.tarn.chassis.identity.ScopeRules.Rule;
import io.tarn.chassis.identity.Scopes;
import io.tarn.chassis.lease.Leases;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.trainer.dataset.SensitivityStore;
import io.tarn.trainer.dataset.TrainingData;
import io.tarn.trainer.egress.OutboxAnnouncer;
import io.tarn.trainer.ingress.CsvTrainingData;
import io.tarn.trainer.registry.Registry;
import io.tarn.trainer.run.TrainingLog;
import io.tarn.trainer.run.TrainingRun;
import io.tarn.trainer.run.Trainings;
import io.tarn.trainer.store.JdbcRegistry;
import io.tarn.trainer.store.JdbcTrainingLog;
import io.tarn.trainer.store.SensitivityRuns;
import io.tarn.trainer.store.ViewTrainingData;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts the trainer together. */
@Configuration(proxyBeanMethods = false)
class TrainerConfiguration {

  @Bean
  ScopeRules scopeRules() {
    return ScopeRules.of(Rule.on(GET, "/v1/**", Scopes.READ, Scopes.PLACE, Scopes.ADMIN));
  }

  @Bean
  Sealing sealing(TrainingProperties properties) {
    if (properties.signingKeyFile() == null) {
      throw new IllegalArgumentException(
          "tarn.training.signing-key-file is not set, accepted: a file with an Ed25519 private key"
              + " in PKCS#8 PEM");
    }
    return Sealing.of(properties.signingKeyFile());
  }

  @Bean
  Registry registry(
      JdbcClient jdbc, PlatformTransactionManager transactions, Sealing sealing, Outbox outbox) {
    return new JdbcRegistry(
        jdbc,
        new TransactionTemplate(transactions),
        Sealing::read,
        sealing.verifier(),
        new OutboxAnnouncer(outbox, Clock.systemUTC()));
  }

  @Bean
  TrainingLog trainingLog(
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      Leases leases,
      TrainingProperties properties) {
    return new JdbcTrainingLog(
        jdbc, new TransactionTemplate(transactions), leases, properties.lease());
  }

  @Bean
  SensitivityStore sensitivityStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
    return new SensitivityRuns(jdbc, new TransactionTemplate(transactions));
  }

  @Bean
  TrainingData trainingData(
      JdbcClient jdbc, PlatformTransactionManager transactions, TrainingProperties properties) {
    return properties.dataDirectory() == null
        ? new ViewTrainingData(jdbc, transactions)
        : new CsvTrainingData(properties.dataDirectory());
  }

  @Bean
  BackgroundTrainings trainingDesk(
      TrainingData data,
      Registry registry,
      TrainingLog log,
      Sealing sealing,
      TrainingProperties properties) {
    TrainingRun run = new TrainingRun(properties.settings(), sealing.sealer());
    Trainings trainings = new Trainings(data, run, registry, sealing.verifier());
    return new BackgroundTrainings(trainings, log, properties.lease());
  }
}
