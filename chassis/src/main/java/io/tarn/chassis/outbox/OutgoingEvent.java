package io.tarn.chassis.outbox;

import io.tarn.contracts.Topics;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

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

  private static final String UNKEYED = "-";

  /** PostgreSQL's text holds no NUL; what stands for it is its symbol. */
  private static final char NUL = '\0';

  private static final char SHOWN_NUL = '\u2400';

  /** An index of PostgreSQL holds some 2,700 bytes, and a character is up to 3 of them. */
  private static final int LONGEST_KEY = 800;

  /** Copies the headers. */
  public OutgoingEvent {
    headers = Map.copyOf(headers);
  }

  /**
   * A record that cannot be read or believed, for the dead-letter topic of its own. Whatever key it
   * had, the outbox can keep it: NUL is replaced by its symbol, a long one is cut.
   *
   * @param topic that it was on
   * @param key as it was; null without one
   * @param payload as it was
   * @param reason why it is put aside
   */
  public static OutgoingEvent deadLetter(
      String topic, @Nullable String key, byte[] payload, String reason) {
    return new OutgoingEvent(
        Topics.deadLetter(topic),
        key == null || key.isEmpty() ? UNKEYED : storable(key),
        sequence -> payload,
        Map.of(Topics.REASON_HEADER, reason.replace(NUL, SHOWN_NUL)));
  }

  private static String storable(String key) {
    int end = Math.min(key.length(), LONGEST_KEY);
    boolean splits = end < key.length() && Character.isHighSurrogate(key.charAt(end - 1));
    return key.substring(0, splits ? end - 1 : end).replace(NUL, SHOWN_NUL);
  }

  /** An event without headers. */
  public static OutgoingEvent of(String topic, String key, LongFunction<byte[]> payload) {
    return new OutgoingEvent(topic, key, payload, Map.of());
  }
}
