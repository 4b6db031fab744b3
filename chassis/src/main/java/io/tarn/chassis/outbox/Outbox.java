package io.tarn.chassis.outbox;

import java.util.List;

/** Takes events that become visible on the bus if, and only if, the current transaction commits. */
public interface Outbox {

  /**
   * Adds events to the current transaction. Events of one topic and key reach the bus in the order
   * in which they stand here, and otherwise in that of their commits, each at least once.
   *
   * @throws IllegalStateException outside a transaction
   */
  void appendAll(List<OutgoingEvent> events);

  /**
   * Adds one event.
   *
   * @throws IllegalStateException outside a transaction
   */
  default void append(OutgoingEvent event) {
    appendAll(List.of(event));
  }
}
