package io.tarn.local.kafka;

import io.tarn.contracts.Topics;
import io.tarn.local.home.CannotStart;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The topics of the bus, each with its dead-letter topic. */
public final class BusTopics {

  /** The topics whose events carry a sequence without gaps for each key. */
  public static final List<String> EVENTS = List.of(Topics.PLACEMENTS, Topics.SLICES);

  /** The topics that the telemetry collector reads. */
  public static final List<String> COLLECTED =
      List.of(Topics.HOST_PMU, Topics.HOST_ACCESS, Topics.PLACEMENTS, Topics.COT_EPOCHS);

  private static final List<String> STREAMS =
      List.of(Topics.HOST_PMU, Topics.HOST_ACCESS, Topics.WINDOWS, Topics.COT_EPOCHS);

  /** Topics of which only the newest record of a key counts. */
  private static final List<String> COMPACTED = List.of(Topics.HISTORY, Topics.MODELS);

  private static final int PARTITIONS = 6;
  private static final short REPLICAS = 1;
  private static final int PATIENCE_MILLIS = 30_000;

  private BusTopics() {}

  /**
   * Makes the topics that are missing.
   *
   * @throws CannotStart when the broker refuses
   */
  public static void create(String bootstrapServers) throws CannotStart, InterruptedException {
    try (Admin admin = Admin.create(BrokerProbe.settings(bootstrapServers, PATIENCE_MILLIS))) {
      Set<String> there = admin.listTopics().names().get();
      List<NewTopic> missing =
          Stream.of(EVENTS, STREAMS, COMPACTED)
              .flatMap(List::stream)
              .flatMap(
                  topic -> Stream.of(topic(topic, PARTITIONS), topic(Topics.deadLetter(topic), 1)))
              .filter(topic -> !there.contains(topic.name()))
              .toList();
      admin.createTopics(missing).all().get();
    } catch (ExecutionException e) {
      throw new CannotStart("Kafka refuses to make topics: " + e.getMessage(), e);
    }
  }

  static boolean isDeadLetter(String topic) {
    return topic.endsWith(Topics.deadLetter(""));
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, partitions, REPLICAS)
        .configs(
            Map.of(
                // what a few kilobytes unfold to must not be more than a reader can hold: the
                // broker
                // unfolds batches and measures them again
                "compression.type",
                "uncompressed",
                "cleanup.policy",
                COMPACTED.contains(name) ? "compact" : "delete"));
  }
}
