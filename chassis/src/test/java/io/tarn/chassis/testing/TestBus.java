package io.tarn.chassis.testing;

import java.util.Map;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * The JVM's one Kafka broker. Its topics are shared by every test class: read them through {@link
 * #tail}, or use a topic of your own.
 */
public final class TestBus {

  private static final int PARTITIONS = 4;

  private TestBus() {}

  /** Where it answers. */
  public static String bootstrapServers() {
    return Holder.BROKER.getBrokersAsString();
  }

  /** The records that come to a topic from now on; the topic is made when it is missing. */
  public static TopicTail tail(String topic) {
    return TopicTail.fromNowOn(bootstrapServers(), topic, PARTITIONS);
  }

  /** The Spring properties with which a service uses the broker. */
  public static Map<String, Object> properties() {
    return Map.of("spring.kafka.bootstrap-servers", bootstrapServers());
  }

  private static EmbeddedKafkaKraftBroker start() {
    EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, PARTITIONS);
    broker.brokerProperty("num.partitions", PARTITIONS);
    broker.brokerProperty("group.initial.rebalance.delay.ms", 0);
    broker.brokerProperty("offsets.topic.num.partitions", 1);
    broker.afterPropertiesSet();
    Runtime.getRuntime().addShutdownHook(new Thread(broker::destroy, "test-bus-end"));
    return broker;
  }

  private static final class Holder {
    private static final EmbeddedKafkaKraftBroker BROKER = start();
  }
}
