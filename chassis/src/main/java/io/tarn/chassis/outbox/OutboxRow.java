package io.tarn.chassis.outbox;

import java.util.Map;

/**
 * An event that waits in the outbox.
 *
 * @param id its row; rises with the order of commits within a key
 * @param topic the topic
 * @param key the record's key
 * @param payload the record's value
 * @param headers the record's headers
 */
@SuppressWarnings("ArrayRecordComponent") // rows are told apart by id, never compared by payload
record OutboxRow(long id, String topic, String key, byte[] payload, Map<String, String> headers) {

  /** Topic and key: what keeps its order. */
  String lane() {
    return topic + '\0' + key;
  }
}
