package io.tarn.chassis.durability;

import io.tarn.chassis.idempotency.Idempotency;
import io.tarn.chassis.idempotency.JdbcIdempotency;
import io.tarn.chassis.inbox.Inbox;
import io.tarn.chassis.inbox.JdbcInbox;
import io.tarn.chassis.lease.JdbcLeases;
import io.tarn.chassis.lease.Leases;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Gives a service what it keeps in its own schema, after the schema's database was found durable.
 */
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration")
public class StoreAutoConfiguration {

  @Bean
  DurabilityCheck durabilityCheck(JdbcClient jdbc) {
    return new DurabilityCheck(jdbc);
  }

  @Bean
  Inbox inbox(JdbcClient jdbc) {
    return new JdbcInbox(jdbc);
  }

  @Bean
  Idempotency idempotency(JdbcClient jdbc) {
    return new JdbcIdempotency(jdbc);
  }

  @Bean
  Leases leases(JdbcClient jdbc) {
    return new JdbcLeases(jdbc);
  }
}
