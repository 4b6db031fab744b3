package io.tarn.chassis.outbox;

import java.util.List;
import java.util.Map;

/**
 * What became of rows handed to the bus; those that are in neither list wait.
 *
 * @param delivered rows that the bus has
 * @param refused rows that it will never take, with the reason
 * @param stuck topics of which some row waits, with the reason
 */
record Delivery(
    List<OutboxRow> delivered, Map<OutboxRow, String> refused, Map<String, String> stuck) {

  static final Delivery NOTHING = new Delivery(List.of(), Map.of(), Map.of());

  Delivery {
    delivered = List.copyOf(delivered);
    refused = Map.copyOf(refused);
    stuck = Map.copyOf(stuck);
  }

  /** How many rows need not be kept waiting. */
  int left() {
    return delivered.size() + refused.size();
  }
}
