package io.tarn.chassis.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
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
  OutboxRelay outboxRelay(
      OutboxStore store,
      KafkaTemplate<String, byte[]> kafka,
      OutboxProperties properties,
      ObjectProvider<MeterRegistry> metrics) {
    metrics.ifAvailable(
        registry ->
            Gauge.builder("tarn.outbox.waiting", store, OutboxStore::waiting)
                .description("events that are committed and not yet on the bus")
                .register(registry));
    return new OutboxRelay(store, new KafkaRecordSender(kafka), properties);
  }

  @Bean
  Outbox outbox(JdbcClient jdbc, JsonMapper json, OutboxRelay relay) {
    return new JdbcOutbox(jdbc, json, relay::nudge);
  }
}
