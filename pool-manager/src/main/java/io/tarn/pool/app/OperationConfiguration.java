package io.tarn.pool.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.tarn.pool.ledger.Ledger;
import io.tarn.pool.operation.OperationStore;
import io.tarn.pool.operation.Operations;
import io.tarn.pool.store.JdbcOperationStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts operations together. */
@Configuration(proxyBeanMethods = false)
class OperationConfiguration {

  @Bean
  OperationMeters operationMeters(MeterRegistry registry) {
    return new OperationMeters(registry);
  }

  @Bean
  Operations operations(Ledger ledger) {
    return new Operations(ledger);
  }

  @Bean
  OperationStore operationStore(JdbcClient jdbc) {
    return new JdbcOperationStore(jdbc);
  }

  @Bean
  Chore endingOverdueOperations(Operations operations, OperationProperties properties) {
    return new Chore("ending operations that are overdue", properties.sweep(), operations::expire);
  }
}
