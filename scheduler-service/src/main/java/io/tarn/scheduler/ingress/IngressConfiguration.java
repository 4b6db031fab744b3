package io.tarn.scheduler.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.chassis.outbox.Outbox;
import io.tarn.scheduler.prediction.Histories;
import io.tarn.scheduler.prediction.HostClockLimit;
import io.tarn.scheduler.prediction.PairLoader;
import io.tarn.scheduler.saga.ReadinessStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.databind.json.JsonMapper;

/** How records come in. */
@Configuration(proxyBeanMethods = false)
class IngressConfiguration {

  private static final long RETRY_MILLIS = 500;
  private static final long TRIES_OF_A_BUG = 2;

  @Bean
  PlacementAnswers placementAnswers(JsonMapper json) {
    return new PlacementAnswers(json);
  }

  @Bean
  DeadLetters deadLetters(
      Outbox outbox, PlatformTransactionManager transactions, MeterRegistry metrics) {
    return new DeadLetters(outbox, new TransactionTemplate(transactions), metrics);
  }

  @Bean
  SliceListener sliceListener(ReadinessStore readiness, DeadLetters deadLetters) {
    return new SliceListener(readiness, deadLetters);
  }

  @Bean
  @ConditionalOnProperty(name = "tarn.placement.policy", havingValue = "pond")
  PredictionListener predictionListener(
      Histories histories, PairLoader loader, DeadLetters deadLetters, HostClockLimit limit) {
    return new PredictionListener(histories, loader, deadLetters, limit);
  }

  /** Topics that are read whole at every start: no position is ever kept. */
  @Bean
  @ConditionalOnProperty(name = "tarn.placement.policy", havingValue = "pond")
  ConcurrentKafkaListenerContainerFactory<String, byte[]> stateContainers(
      ConsumerFactory<String, byte[]> consumers, DeadLetters deadLetters) {
    ConcurrentKafkaListenerContainerFactory<String, byte[]> factory =
        new ConcurrentKafkaListenerContainerFactory<>();
    factory.setConsumerFactory(consumers);
    factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.MANUAL);
    factory.setCommonErrorHandler(errorHandler(deadLetters));
    return factory;
  }

  /** Records one by one, each acknowledged after its commit. */
  @Bean
  ConcurrentKafkaListenerContainerFactory<String, byte[]> sliceContainers(
      ConsumerFactory<String, byte[]> consumers, DeadLetters deadLetters) {
    ConcurrentKafkaListenerContainerFactory<String, byte[]> factory =
        new ConcurrentKafkaListenerContainerFactory<>();
    factory.setConsumerFactory(consumers);
    factory.getContainerProperties().setAckMode(ContainerProperties.AckMode.RECORD);
    factory.setCommonErrorHandler(errorHandler(deadLetters));
    return factory;
  }

  /** A database that is away is waited for; a record that we fail on is set aside. */
  @SuppressWarnings("unchecked")
  private static DefaultErrorHandler errorHandler(DeadLetters deadLetters) {
    BackOff untilBack = new FixedBackOff(RETRY_MILLIS, FixedBackOff.UNLIMITED_ATTEMPTS);
    BackOff aFewTimes = new FixedBackOff(RETRY_MILLIS, TRIES_OF_A_BUG);
    DefaultErrorHandler handler =
        new DefaultErrorHandler(
            (bad, e) ->
                deadLetters.setAside(
                    (ConsumerRecord<String, byte[]>) bad, "failed: " + rootMessage(e)),
            aFewTimes);
    handler.setBackOffFunction((bad, e) -> databaseAway(e) ? untilBack : aFewTimes);
    return handler;
  }

  private static boolean databaseAway(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DataAccessException || cause instanceof TransactionException) {
        return true;
      }
    }
    return false;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }
}
