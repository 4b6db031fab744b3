package io.tarn.telemetry.ingress;

import com.google.protobuf.ByteString;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.FrontEndEpoch;
import io.tarn.contracts.bus.HostAccessReport;
import io.tarn.contracts.bus.HostPmuReport;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.codec.UnreadableRecordException;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.feed.TimeBounds;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records; what cannot be read or believed is refused with the reason. */
final class Reading {

  static final List<String> TOPICS =
      List.of(Topics.HOST_PMU, Topics.HOST_ACCESS, Topics.PLACEMENTS, Topics.COT_EPOCHS);

  private final Supplier<TimeBounds> bounds;

  /**
   * @param bounds the times that are believed now
   */
  Reading(Supplier<TimeBounds> bounds) {
    this.bounds = bounds;
  }

  Heard read(ConsumerRecord<String, byte[]> raw) {
    try {
      return switch (raw.topic()) {
        case Topics.HOST_PMU -> pmu(raw);
        case Topics.HOST_ACCESS -> access(raw);
        case Topics.PLACEMENTS -> placement(raw);
        case Topics.COT_EPOCHS -> epoch(raw);
        default -> throw new IllegalArgumentException("a record of " + raw.topic());
      };
    } catch (UnreadableRecordException e) {
      return refused(raw, String.valueOf(e.getMessage()));
    }
  }

  Heard.Refused refused(ConsumerRecord<String, byte[]> raw, String reason) {
    return new Heard.Refused(
        raw.topic(),
        raw.key(),
        raw.value() == null ? ByteString.EMPTY : ByteString.copyFrom(raw.value()),
        reason);
  }

  private Heard pmu(ConsumerRecord<String, byte[]> raw) throws UnreadableRecordException {
    HostPmuReport report = BusCodec.HOST_PMU.decode(raw.value());
    ofKey(raw, report.getAgent().getHostId());
    TimeBounds believed = bounds.get();
    believe(believed, "sent_at_millis", report.getAgent().getSentAtMillis());
    for (var sample : report.getVmsList()) {
      believe(believed, "taken_at_millis", sample.getTakenAtMillis());
    }
    return new Heard.Pmu(report, ByteString.copyFrom(raw.value()));
  }

  private Heard access(ConsumerRecord<String, byte[]> raw) throws UnreadableRecordException {
    HostAccessReport report = BusCodec.HOST_ACCESS.decode(raw.value());
    ofKey(raw, report.getAgent().getHostId());
    TimeBounds believed = bounds.get();
    believe(believed, "sent_at_millis", report.getAgent().getSentAtMillis());
    for (var scan : report.getVmsList()) {
      believe(believed, "taken_at_millis", scan.getTakenAtMillis());
    }
    return new Heard.Access(report);
  }

  private static Heard placement(ConsumerRecord<String, byte[]> raw)
      throws UnreadableRecordException {
    PlacementEvent event = BusCodec.PLACEMENTS.decode(raw.value());
    ofKey(raw, event.getVmId());
    return new Heard.Placement(event);
  }

  private Heard epoch(ConsumerRecord<String, byte[]> raw) throws UnreadableRecordException {
    FrontEndEpoch epoch = BusCodec.COT_EPOCHS.decode(raw.value());
    ofKey(raw, epoch.getFrontEndId());
    believe(bounds.get(), "ended_at_millis", epoch.getEndedAtMillis());
    return new Heard.Epoch(epoch);
  }

  private static void ofKey(ConsumerRecord<String, byte[]> raw, String id)
      throws UnreadableRecordException {
    if (!id.equals(raw.key())) {
      throw new UnreadableRecordException(
          raw.topic() + " record: the key is " + raw.key() + ", the record is of " + id);
    }
  }

  private static void believe(TimeBounds bounds, String field, long millis)
      throws UnreadableRecordException {
    Optional<String> refusal = bounds.refusal(field, millis);
    if (refusal.isPresent()) {
      throw new UnreadableRecordException(refusal.get());
    }
  }
}
