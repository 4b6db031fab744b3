package io.tarn.scheduler.ingress;

import io.tarn.contracts.GrantId;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.scheduler.saga.ReadinessStore;
import io.tarn.scheduler.saga.SliceFact;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;

/** Hears of grants from the pool manager. A record that cannot be believed is set aside. */
public class SliceListener {

  private final ReadinessStore readiness;
  private final DeadLetters deadLetters;

  SliceListener(ReadinessStore readiness, DeadLetters deadLetters) {
    this.readiness = readiness;
    this.deadLetters = deadLetters;
  }

  /** One record; it is acknowledged when this returns, after the commit. */
  @KafkaListener(
      id = "slices",
      idIsGroup = false,
      topics = Topics.SLICES,
      containerFactory = "sliceContainers")
  public void hear(ConsumerRecord<String, byte[]> heard) {
    try {
      SliceEvent event = BusCodec.SLICES.decode(heard.value());
      if (!event.getPoolId().equals(heard.key())) {
        throw new UnreadableRecordException(
            "the key is " + heard.key() + ", the event is of pool " + event.getPoolId());
      }
      readiness.hear(event.getPoolId(), event.getHeader().getSequence(), fact(event));
    } catch (UnreadableRecordException e) {
      deadLetters.setAside(heard, String.valueOf(e.getMessage()));
    }
  }

  private static SliceFact fact(SliceEvent event) {
    return event.hasOnline()
        ? new SliceFact.Online(GrantId.parse(event.getOnline().getGrantId()))
        : new SliceFact.Other();
  }
}
