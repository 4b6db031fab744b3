package io.tarn.chassis.outbox;

import java.util.Map;
import java.util.function.LongFunction;

/**
 * An event before it has its sequence.
 *
 * @param topic the topic
 * @param key the record's key; events of a key keep their order
 * @param payload the record's value, given the event's sequence (from 1, without gaps)
 * @param headers the record's headers
 */
public record OutgoingEvent(
    String topic, String key, LongFunction<byte[]> payload, Map<String, String> headers) {

  /** Copies the headers. */
  public OutgoingEvent {
    headers = Map.copyOf(headers);
  }

  /** An event without headers. */
  public static OutgoingEvent of(String topic, String key, LongFunction<byte[]> payload) {
    return new OutgoingEvent(topic, key, payload, Map.of());
  }
}
