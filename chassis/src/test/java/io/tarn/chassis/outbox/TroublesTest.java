package io.tarn.chassis.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TroublesTest {

  private final Logger log = (Logger) LoggerFactory.getLogger(Troubles.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Troubles troubles = new Troubles();

  @BeforeEach
  void listen() {
    lines.start();
    log.addAppender(lines);
  }

  @AfterEach
  void leave() {
    log.detachAppender(lines);
  }

  @Test
  void outage_isSaidOnceAndItsEndToo() {
    Delivery stuck = new Delivery(List.of(), Map.of(), Map.of("t", "away"));
    troubles.heard(stuck);
    troubles.heard(Delivery.NOTHING);
    troubles.heard(stuck);
    troubles.heard(delivered());
    troubles.heard(delivered());
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("events of t wait: away", "events of t go on");
  }

  @Test
  void brokenStore_isSaidOnceForEachReason() {
    troubles.heard(new IllegalStateException("away"));
    troubles.heard(new IllegalStateException("away"));
    troubles.heard(new IllegalStateException("starting up"));
    troubles.heard(Delivery.NOTHING);
    troubles.heard(Delivery.NOTHING);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "the outbox waits: away", "the outbox waits: starting up", "the outbox goes on");
  }

  private static Delivery delivered() {
    return new Delivery(
        List.of(new OutboxRow(1, "t", "k", new byte[0], Map.of())), Map.of(), Map.of());
  }
}
