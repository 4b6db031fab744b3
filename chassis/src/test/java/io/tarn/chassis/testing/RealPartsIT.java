package io.tarn.chassis.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import io.tarn.db.ServiceSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.kafka.producer.value-serializer=org.apache.kafka.common.serialization.ByteArraySerializer"
    })
@RealParts(ServiceSchema.POOL)
class RealPartsIT {

  @Autowired private JdbcClient jdbc;
  @Autowired private TransactionTemplate transactions;
  @Autowired private Outbox outbox;

  @Test
  void parts_areOfTheService() {
    assertThat(jdbc.sql("select current_user").query(String.class).single()).isEqualTo("tarn_pool");
    assertThat(jdbc.sql("select current_schema()").query(String.class).single()).isEqualTo("pool");
    assertThat(jdbc.sql("show fsync").query(String.class).single()).isEqualTo("on");
  }

  @Test
  void event_reachesTheTail() {
    try (TopicTail tail = TestBus.tail("real-parts")) {
      transactions.executeWithoutResult(
          status ->
              outbox.append(
                  OutgoingEvent.of(
                      "real-parts",
                      "k",
                      sequence -> ("event " + sequence).getBytes(StandardCharsets.UTF_8))));
      assertThat(tail.await("k", 1, Duration.ofSeconds(20)))
          .singleElement()
          .satisfies(record -> assertThat(record.value()).asString().isEqualTo("event 1"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Service {}
}
