package io.tarn.telemetry.egress;

import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import io.tarn.contracts.HistoryKeys;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.History;
import io.tarn.contracts.bus.VmAccessScan;
import io.tarn.contracts.bus.VmWindow;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.feature.CounterFeatures;
import io.tarn.telemetry.batch.Announcer;
import io.tarn.telemetry.batch.Heard;
import io.tarn.telemetry.history.HistoryAnnouncer;
import io.tarn.telemetry.window.RevisedWindow;
import io.tarn.telemetry.window.Window;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells of windows, histories and refused records through the outbox. */
public final class OutboxAnnouncer implements Announcer, HistoryAnnouncer {

  private final Outbox outbox;
  private final Clock clock;

  /** Through these. */
  public OutboxAnnouncer(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void windows(List<RevisedWindow> windows, Map<String, VmAccessScan> scans) {
    outbox.appendAll(
        windows.stream()
            .map(
                one -> {
                  String vm = one.window().vmId();
                  VmWindow event = event(one, scans.get(vm));
                  return OutgoingEvent.of(
                      Topics.WINDOWS,
                      vm,
                      sequence ->
                          BusCodec.WINDOWS.encode(
                              event.toBuilder().setHeader(header(sequence)).build()));
                })
            .toList());
  }

  @Override
  public void refused(List<Heard.Refused> records) {
    outbox.appendAll(
        records.stream()
            .map(
                one ->
                    OutgoingEvent.deadLetter(
                        one.topic(), one.key(), one.payload().toByteArray(), one.reason()))
            .toList());
  }

  @Override
  public void tell(List<History> histories) {
    outbox.appendAll(
        histories.stream()
            .map(
                history ->
                    OutgoingEvent.of(
                        Topics.HISTORY,
                        HistoryKeys.of(history),
                        sequence ->
                            BusCodec.HISTORY.encode(
                                history.toBuilder().setHeader(header(sequence)).build())))
            .toList());
  }

  private static VmWindow event(RevisedWindow revised, @Nullable VmAccessScan scan) {
    Window window = revised.window();
    VmWindow.Builder event =
        VmWindow.newBuilder()
            .setVmId(window.vmId())
            .setHostId(window.minute().hostId())
            .setStartMillis(window.minute().startMillis())
            .setRevision(revised.revision())
            .setSamples(window.samples())
            .setCoveredMillis(window.coveredMillis())
            .setDistrust(window.distrust().reason())
            .setLocalMib(window.localMib())
            .setPoolGib(window.poolGib());
    if (window.trusted()) {
      event.setFeatureVersion(CounterFeatures.VERSION).addAllFeatures(window.features());
    }
    if (scan != null) {
      event.setScan(scan);
    }
    return event.build();
  }

  private EventHeader header(long sequence) {
    return EventHeader.newBuilder()
        .setSequence(sequence)
        .setOccurredAtMillis(clock.millis())
        .build();
  }
}
