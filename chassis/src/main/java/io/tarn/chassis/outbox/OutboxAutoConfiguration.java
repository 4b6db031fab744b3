package io.tarn.chassis.outbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Gives a service its outbox and the relay that empties it. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration",
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@EnableConfigurationProperties(OutboxProperties.class)
public class OutboxAutoConfiguration {

  @Bean
  OutboxStore outboxStore(
      JdbcClient jdbc, PlatformTransactionManager transactionManager, JsonMapper json) {
    return new JdbcOutboxStore(jdbc, new TransactionTemplate(transactionManager), json);
  }

  @Bean
  KafkaRecordSender outboxSender(ProducerFactory<?, ?> producers, OutboxProperties properties) {
    return KafkaRecordSender.of(producers, properties.patience());
  }

  @Bean
  OutboxRelay outboxRelay(
      OutboxStore store,
      KafkaRecordSender sender,
      OutboxProperties properties,
      ObjectProvider<MeterRegistry> metrics) {
    OutboxMeter meter = OutboxMeter.of(metrics.getIfAvailable(SimpleMeterRegistry::new), store);
    return new OutboxRelay(store, sender, meter, properties);
  }

  @Bean
  Outbox outbox(JdbcClient jdbc, JsonMapper json, OutboxRelay relay) {
    return new JdbcOutbox(jdbc, json, relay::nudge);
  }
}
