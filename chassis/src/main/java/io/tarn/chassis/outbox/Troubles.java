package io.tarn.chassis.outbox;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when events begin to wait and when they go on, not in every round between. */
final class Troubles {

  private static final Logger LOG = LoggerFactory.getLogger(Troubles.class);

  private final Set<String> stuck = new HashSet<>();
  private String broken = "";

  void heard(Delivery delivery) {
    if (!broken.isEmpty()) {
      LOG.info("the outbox goes on");
      broken = "";
    }
    delivery
        .stuck()
        .forEach(
            (topic, reason) -> {
              if (stuck.add(topic)) {
                LOG.warn("events of {} wait: {}", topic, reason);
              }
            });
    for (OutboxRow row : delivery.delivered()) {
      if (!delivery.stuck().containsKey(row.topic()) && stuck.remove(row.topic())) {
        LOG.info("events of {} go on", row.topic());
      }
    }
  }

  void heard(RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    if (!message.equals(broken)) {
      LOG.warn("the outbox waits: {}", message);
      broken = message;
    }
  }
}
