package io.tarn.telemetry.batch;

import java.util.Comparator;

/**
 * A partition of a topic.
 *
 * @param topic the topic
 * @param number from 0
 */
public record Partition(String topic, int number) implements Comparable<Partition> {

  private static final Comparator<Partition> ORDER =
      Comparator.comparing(Partition::topic).thenComparingInt(Partition::number);

  @Override
  public int compareTo(Partition other) {
    return ORDER.compare(this, other);
  }
}
