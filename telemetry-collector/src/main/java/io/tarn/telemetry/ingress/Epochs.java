package io.tarn.telemetry.ingress;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.codec.UnreadableRecordException;

/** Reads epochs of front ends. */
final class Epochs {

  static final String TOPIC = "tarn.cot.epochs";

  private Epochs() {}

  static FrontEndEpoch decode(byte[] payload) throws UnreadableRecordException {
    try {
      FrontEndEpoch epoch = FrontEndEpoch.parseFrom(payload);
      Check.id("front_end_id", epoch.getFrontEndId());
      Check.range("ended_at_millis", epoch.getEndedAtMillis(), 1, Long.MAX_VALUE);
      return epoch;
    } catch (InvalidProtocolBufferException | InvalidField e) {
      throw new UnreadableRecordException(TOPIC + " record: " + e.getMessage());
    }
  }
}
