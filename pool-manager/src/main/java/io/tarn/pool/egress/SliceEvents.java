package io.tarn.pool.egress;

import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.BufferTurned;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.GrantCommitted;
import io.tarn.contracts.bus.GrantLost;
import io.tarn.contracts.bus.GrantOnline;
import io.tarn.contracts.bus.GrantReleased;
import io.tarn.contracts.bus.GrantReleasing;
import io.tarn.contracts.bus.HostFenced;
import io.tarn.contracts.bus.OperationEnded;
import io.tarn.contracts.bus.PoolFailed;
import io.tarn.contracts.bus.PoolReplaced;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.SliceQuarantined;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.PoolBuffer;
import io.tarn.pool.ledger.Announcement;
import io.tarn.pool.ledger.Announcer;
import io.tarn.pool.ledger.Grant;
import io.tarn.pool.ledger.Operation;
import io.tarn.pool.slice.Slice;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/** Facts as events on {@link Topics#SLICES}, by way of the outbox. */
public final class SliceEvents implements Announcer {

  private final Outbox outbox;
  private final InstantSource clock;

  /**
   * @param outbox of the current transaction
   * @param clock for the time of the events
   */
  public SliceEvents(Outbox outbox, InstantSource clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void announce(List<Announcement> announcements) {
    long now = clock.millis();
    outbox.appendAll(announcements.stream().map(some -> outgoing(some, now)).toList());
  }

  private static OutgoingEvent outgoing(Announcement announcement, long now) {
    SliceEvent.Builder event = event(announcement).setPoolId(announcement.poolId());
    return OutgoingEvent.of(
        Topics.SLICES,
        announcement.poolId(),
        sequence ->
            BusCodec.SLICES.encode(
                event
                    .setHeader(
                        EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(now))
                    .build()));
  }

  private static SliceEvent.Builder event(Announcement announcement) {
    SliceEvent.Builder event = SliceEvent.newBuilder();
    if (announcement instanceof Announcement.Committed committed) {
      return event.setCommitted(committed(committed));
    }
    if (announcement instanceof Announcement.Online online) {
      return event.setOnline(online(online.grant()));
    }
    if (announcement instanceof Announcement.Releasing releasing) {
      return event.setReleasing(releasing(releasing.grant()));
    }
    if (announcement instanceof Announcement.Released released) {
      return event.setReleased(released(released.grant()));
    }
    if (announcement instanceof Announcement.Quarantined quarantined) {
      return event.setQuarantined(quarantined(quarantined.slice()));
    }
    if (announcement instanceof Announcement.PoolFailed failed) {
      return event.setFailed(
          PoolFailed.newBuilder().setIncarnation(failed.incarnation()).setReason(failed.reason()));
    }
    if (announcement instanceof Announcement.HostFenced fenced) {
      return event.setFenced(
          HostFenced.newBuilder()
              .setHostId(fenced.hostId())
              .setReason(fenced.reason())
              .addAllSlices(fenced.slices()));
    }
    if (announcement instanceof Announcement.GrantLost lost) {
      return event.setLost(lost(lost));
    }
    if (announcement instanceof Announcement.PoolReplaced replaced) {
      return event.setReplaced(PoolReplaced.newBuilder().setIncarnation(replaced.incarnation()));
    }
    if (announcement instanceof Announcement.OperationEnded ended) {
      return event.setOperationEnded(ended(ended.operation()));
    }
    if (announcement instanceof Announcement.BufferTurned turned) {
      return event.setBuffer(buffer(turned.buffer()));
    }
    throw new IllegalArgumentException("no event tells of " + announcement);
  }

  private static OperationEnded ended(Operation operation) {
    OperationRequest request = operation.request();
    return OperationEnded.newBuilder()
        .setOperationId(operation.operationId())
        .setKind(request.kind().name())
        .setVmId(request.vmId())
        .setGrantId(request.grantId())
        .setHostId(operation.hostId())
        .setState(operation.state().name())
        .setCause(Objects.requireNonNullElse(operation.cause(), ""))
        .setDoneMib(operation.doneMiB())
        .build();
  }

  private static BufferTurned buffer(PoolBuffer buffer) {
    return BufferTurned.newBuilder()
        .setLow(buffer.state() == PoolBuffer.State.LOW)
        .setFreeGib(buffer.freeGiB())
        .setTargetGib(buffer.targetGiB())
        .setHorizonMillis(buffer.horizonMillis())
        .setGibPerSecond(buffer.gibPerSecond())
        .build();
  }

  private static GrantCommitted committed(Announcement.Committed committed) {
    Grant grant = committed.grant();
    return GrantCommitted.newBuilder()
        .setGrantId(grant.id().toString())
        .setVmId(grant.id().vmId())
        .setHostId(grant.granted().hostId())
        .addAllSlices(committed.slices())
        .build();
  }

  private static GrantLost lost(Announcement.GrantLost lost) {
    return GrantLost.newBuilder()
        .setGrantId(lost.grant().id().toString())
        .setVmId(lost.grant().id().vmId())
        .setHostId(lost.grant().granted().hostId())
        .setLostGib(lost.lostGiB())
        .build();
  }

  private static GrantOnline online(Grant grant) {
    return GrantOnline.newBuilder()
        .setGrantId(grant.id().toString())
        .setVmId(grant.id().vmId())
        .setHostId(grant.granted().hostId())
        .build();
  }

  private static GrantReleasing releasing(Grant grant) {
    return GrantReleasing.newBuilder()
        .setGrantId(grant.id().toString())
        .setVmId(grant.id().vmId())
        .setHostId(grant.granted().hostId())
        .build();
  }

  private static GrantReleased released(Grant grant) {
    return GrantReleased.newBuilder()
        .setGrantId(grant.id().toString())
        .setVmId(grant.id().vmId())
        .setHostId(grant.granted().hostId())
        .build();
  }

  private static SliceQuarantined quarantined(Slice slice) {
    return SliceQuarantined.newBuilder()
        .setSlice(slice.key().number())
        .setHostId(String.valueOf(slice.hostId()))
        .setGrantId(String.valueOf(slice.grantId()))
        .setCause(String.valueOf(slice.cause()))
        .build();
  }
}
