package io.tarn.trainer.egress;

import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.ModelAnnounced;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.trainer.registry.Announcer;
import java.time.Clock;

/** Announcements on {@link Topics#MODELS}, through the outbox. */
public final class OutboxAnnouncer implements Announcer {

  private final Outbox outbox;
  private final Clock clock;

  /**
   * @param outbox takes them
   * @param clock says when
   */
  public OutboxAnnouncer(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void announce(int scenario, String pairId) {
    long now = clock.millis();
    outbox.append(
        OutgoingEvent.of(
            Topics.MODELS,
            Integer.toString(scenario),
            sequence ->
                BusCodec.MODELS.encode(
                    ModelAnnounced.newBuilder()
                        .setHeader(
                            EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(now))
                        .setScenario(scenario)
                        .setPairId(pairId)
                        .build())));
  }
}
