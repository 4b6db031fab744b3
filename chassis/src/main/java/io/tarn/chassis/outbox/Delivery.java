package io.tarn.chassis.outbox;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of rows handed to the bus; those that are in neither list wait.
 *
 * @param delivered rows that the bus has
 * @param refused rows that it will never take, with the reason
 * @param stuck topics of which some row waits
 */
record Delivery(List<OutboxRow> delivered, Map<OutboxRow, String> refused, Set<String> stuck) {

  static final Delivery NOTHING = new Delivery(List.of(), Map.of(), Set.of());

  Delivery {
    delivered = List.copyOf(delivered);
    refused = Map.copyOf(refused);
    stuck = Set.copyOf(stuck);
  }

  /** How many rows need not be kept waiting. */
  int left() {
    return delivered.size() + refused.size();
  }
}
