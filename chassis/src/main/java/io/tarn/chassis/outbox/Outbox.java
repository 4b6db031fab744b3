package io.tarn.chassis.outbox;

/** Takes events that become visible on the bus if, and only if, the current transaction commits. */
public interface Outbox {

  /**
   * Adds an event to the current transaction. Events of one topic and key reach the bus in the
   * order of their commits, each at least once.
   *
   * @throws IllegalStateException outside a transaction
   */
  void append(OutgoingEvent event);
}
