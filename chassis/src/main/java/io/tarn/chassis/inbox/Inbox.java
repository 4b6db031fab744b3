package io.tarn.chassis.inbox;

/** Remembers which events were consumed; a repeat is dropped. */
public interface Inbox {

  /**
   * Notes an event in the current transaction.
   *
   * @return whether it is new; {@code false} means that it, or a later one of its key, was consumed
   *     before
   * @throws IllegalStateException outside a transaction
   */
  boolean accept(String topic, String key, long sequence);
}
