package io.tarn.chassis.outbox;

import java.util.List;
import java.util.Map;

/**
 * What became of rows handed to the bus.
 *
 * @param delivered ids of rows that the bus has
 * @param refused ids of rows that it will never take, with the reason
 */
record Delivery(List<Long> delivered, Map<Long, String> refused) {

  Delivery {
    delivered = List.copyOf(delivered);
    refused = Map.copyOf(refused);
  }
}
