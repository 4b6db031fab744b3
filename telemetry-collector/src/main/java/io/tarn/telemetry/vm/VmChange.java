package io.tarn.telemetry.vm;

import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmProfile;
import org.jspecify.annotations.Nullable;

/**
 * What one or more events, the last of them of a sequence, say of a VM. What they did not say is
 * null and stays as it was.
 *
 * @param vmId the VM
 * @param sequence of the last event
 * @param stage what became of it
 * @param allocation where it is
 * @param profile who it is
 * @param startedMillis when it was placed, scheduler's clock
 * @param endedMillis when it left, scheduler's clock
 */
public record VmChange(
    String vmId,
    long sequence,
    VmStage stage,
    @Nullable VmAllocation allocation,
    @Nullable VmProfile profile,
    @Nullable Long startedMillis,
    @Nullable Long endedMillis) {

  /** What one event says. */
  public static VmChange of(PlacementEvent event) {
    String vm = event.getVmId();
    long sequence = event.getHeader().getSequence();
    long at = event.getHeader().getOccurredAtMillis();
    return switch (event.getFactCase()) {
      case RESERVED ->
          new VmChange(
              vm,
              sequence,
              VmStage.RESERVED,
              event.getReserved().getAllocation(),
              event.getReserved().hasProfile() ? event.getReserved().getProfile() : null,
              at,
              null);
      case PLACED ->
          new VmChange(
              vm,
              sequence,
              VmStage.PLACED,
              event.getPlaced().getAllocation(),
              event.getPlaced().hasProfile() ? event.getPlaced().getProfile() : null,
              at,
              null);
      case READY -> new VmChange(vm, sequence, VmStage.READY, null, null, null, null);
      case DELETING -> new VmChange(vm, sequence, VmStage.DELETING, null, null, null, at);
      case DELETED -> new VmChange(vm, sequence, VmStage.DELETED, null, null, null, at);
      case REFUSED -> new VmChange(vm, sequence, VmStage.REFUSED, null, null, null, null);
      case FACT_NOT_SET -> throw new IllegalArgumentException("an event without a fact");
    };
  }

  /** This change and a later one; a repeat changes nothing. */
  public VmChange then(VmChange later) {
    if (later.sequence <= sequence) {
      return this;
    }
    return new VmChange(
        vmId,
        later.sequence,
        later.stage,
        later.allocation == null ? allocation : later.allocation,
        later.profile == null ? profile : later.profile,
        startedMillis == null ? later.startedMillis : startedMillis,
        endedMillis == null ? later.endedMillis : endedMillis);
  }
}
