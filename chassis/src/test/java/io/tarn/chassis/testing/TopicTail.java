package io.tarn.chassis.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The records of one topic from a point on, in the order of their partitions. One thread only. */
public final class TopicTail implements AutoCloseable {

  private static final Duration STEP = Duration.ofMillis(100);

  private final String topic;
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();

  private TopicTail(String topic, KafkaConsumer<String, byte[]> consumer) {
    this.topic = topic;
    this.consumer = consumer;
  }

  /** A tail that begins at the end of the topic, which is made when it is missing. */
  public static TopicTail fromNowOn(String bootstrapServers, String topic, int partitions) {
    make(bootstrapServers, topic, partitions);
    TopicTail tail =
        new TopicTail(
            topic,
            new KafkaConsumer<>(
                Map.of(
                    "bootstrap.servers", bootstrapServers,
                    "metadata.max.age.ms", "1000",
                    "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer()));
    Set<TopicPartition> found = tail.partitions();
    tail.consumer.assign(found);
    tail.consumer.seekToEnd(found);
    found.forEach(tail.consumer::position);
    return tail;
  }

  /** Every record seen so far. */
  public List<ConsumerRecord<String, byte[]>> seen() {
    return List.copyOf(seen);
  }

  /**
   * Reads until what was seen is enough.
   *
   * @return every record seen so far
   * @throws AssertionError when it is not enough in time
   */
  public List<ConsumerRecord<String, byte[]>> await(
      Predicate<List<ConsumerRecord<String, byte[]>>> enough, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!enough.test(seen())) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(topic + ": not enough after " + patience + ": " + seen());
      }
      read(STEP);
    }
    return seen();
  }

  /** Reads until there are as many records of a key. */
  public List<ConsumerRecord<String, byte[]>> await(String key, int count, Duration patience) {
    return of(key, await(records -> of(key, records).size() >= count, patience));
  }

  /**
   * Reads for a while, to see that nothing comes.
   *
   * @return every record seen so far
   */
  public List<ConsumerRecord<String, byte[]>> read(Duration time) {
    follow();
    consumer.poll(time).forEach(seen::add);
    return seen();
  }

  @Override
  public void close() {
    consumer.close();
  }

  private static List<ConsumerRecord<String, byte[]>> of(
      String key, List<ConsumerRecord<String, byte[]>> records) {
    return records.stream().filter(record -> key.equals(record.key())).toList();
  }

  private void follow() {
    Set<TopicPartition> found = partitions();
    if (!found.equals(consumer.assignment())) {
      // positions of those known are kept
      consumer.assign(found);
    }
  }

  private Set<TopicPartition> partitions() {
    return consumer.partitionsFor(topic).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .collect(Collectors.toSet());
  }

  private static void make(String bootstrapServers, String topic, int partitions) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new IllegalStateException("the topic " + topic + " cannot be made", e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
