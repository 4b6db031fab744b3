package io.tarn.scheduler.egress;

import io.tarn.chassis.outbox.Outbox;
import io.tarn.chassis.outbox.OutgoingEvent;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.Topics;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleted;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.contracts.bus.VmRefused;
import io.tarn.contracts.bus.VmReserved;
import io.tarn.contracts.codec.BusCodec;
import io.tarn.contracts.placement.VmRequest;
import io.tarn.scheduler.placement.Place;
import io.tarn.scheduler.saga.Vm;
import io.tarn.scheduler.saga.VmEvents;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Events on {@link Topics#PLACEMENTS}, through the outbox. */
public final class OutboxVmEvents implements VmEvents {

  private final Outbox outbox;
  private final Clock clock;

  /**
   * @param outbox takes them
   * @param clock says when
   */
  public OutboxVmEvents(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void reserved(Vm vm) {
    append(
        vm,
        event ->
            event.setReserved(
                VmReserved.newBuilder().setAllocation(allocation(vm)).setProfile(profile(vm))));
  }

  @Override
  public void placed(Vm vm) {
    append(
        vm,
        event ->
            event.setPlaced(
                VmPlaced.newBuilder().setAllocation(allocation(vm)).setProfile(profile(vm))));
  }

  @Override
  public void ready(Vm vm) {
    append(vm, event -> event.setReady(VmReady.getDefaultInstance()));
  }

  @Override
  public void deleting(Vm vm) {
    append(vm, event -> event.setDeleting(VmDeleting.getDefaultInstance()));
  }

  @Override
  public void deleted(Vm vm) {
    append(vm, event -> event.setDeleted(VmDeleted.getDefaultInstance()));
  }

  @Override
  public void refused(Vm vm) {
    append(vm, event -> event.setRefused(VmRefused.getDefaultInstance()));
  }

  private void append(Vm vm, UnaryOperator<PlacementEvent.Builder> fact) {
    long now = clock.millis();
    outbox.append(
        OutgoingEvent.of(
            Topics.PLACEMENTS,
            vm.vmId(),
            sequence ->
                BusCodec.PLACEMENTS.encode(
                    fact.apply(PlacementEvent.newBuilder())
                        .setVmId(vm.vmId())
                        .setHeader(
                            EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(now))
                        .build())));
  }

  private static VmAllocation allocation(Vm vm) {
    Place place = vm.place();
    return VmAllocation.newBuilder()
        .setHostId(place.hostId())
        .setVcpus(vm.request().vcpus())
        .setLocalMib(place.localMiB())
        .setPoolGib(place.poolGiB())
        .setPoolId(Optional.ofNullable(place.poolId()).orElse(""))
        .setGrantId(Optional.ofNullable(vm.grantId()).map(GrantId::toString).orElse(""))
        .setAttempt(vm.attempt())
        .build();
  }

  private static VmProfile profile(Vm vm) {
    VmRequest request = vm.request();
    return VmProfile.newBuilder()
        .setMemoryMib(request.memoryMiB())
        .setCustomer(said(request.customer()))
        .setVmType(said(request.vmType()))
        .setGuestOs(said(request.guestOs()))
        .setRegion(said(request.region()))
        .setWorkload(said(request.workload()))
        .build();
  }

  private static String said(@Nullable String text) {
    return text == null ? "" : text;
  }
}
