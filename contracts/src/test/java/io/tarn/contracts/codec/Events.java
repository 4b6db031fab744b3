package io.tarn.contracts.codec;

import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.GrantCommitted;
import io.tarn.contracts.bus.GrantLost;
import io.tarn.contracts.bus.GrantOnline;
import io.tarn.contracts.bus.GrantReleased;
import io.tarn.contracts.bus.GrantReleasing;
import io.tarn.contracts.bus.HostFenced;
import io.tarn.contracts.bus.OperationEnded;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.PoolFailed;
import io.tarn.contracts.bus.PoolReplaced;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.SliceQuarantined;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleted;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmPlaced;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.contracts.bus.VmRefused;
import io.tarn.contracts.bus.VmReserved;
import java.util.List;

/** One good event of each kind. */
final class Events {

  static final EventHeader HEADER =
      EventHeader.newBuilder().setSequence(7).setOccurredAtMillis(1_753_000_000_000L).build();

  static final VmAllocation POOLED =
      VmAllocation.newBuilder()
          .setHostId("h1")
          .setVcpus(4)
          .setLocalMib(12_288)
          .setPoolGib(4)
          .setPoolId("p1")
          .setGrantId("vm1.2")
          .setAttempt(2)
          .build();

  static final VmAllocation LOCAL =
      VmAllocation.newBuilder()
          .setHostId("h1")
          .setVcpus(4)
          .setLocalMib(16_384)
          .setAttempt(1)
          .build();

  static final VmProfile PROFILE =
      VmProfile.newBuilder().setMemoryMib(16_384).setCustomer("acme").setWorkload("redis").build();

  private Events() {}

  static PlacementEvent.Builder placement() {
    return PlacementEvent.newBuilder().setHeader(HEADER).setVmId("vm1");
  }

  static PlacementEvent placed(VmAllocation allocation) {
    return placement().setPlaced(VmPlaced.newBuilder().setAllocation(allocation)).build();
  }

  static List<PlacementEvent> placements() {
    return List.of(
        placement().setReserved(VmReserved.newBuilder().setAllocation(POOLED)).build(),
        placed(POOLED),
        placed(LOCAL),
        placement()
            .setPlaced(VmPlaced.newBuilder().setAllocation(LOCAL).setProfile(PROFILE))
            .build(),
        placement().setReady(VmReady.getDefaultInstance()).build(),
        placement().setDeleting(VmDeleting.getDefaultInstance()).build(),
        placement().setDeleted(VmDeleted.getDefaultInstance()).build(),
        placement().setRefused(VmRefused.getDefaultInstance()).build());
  }

  static SliceEvent.Builder slice() {
    return SliceEvent.newBuilder().setHeader(HEADER).setPoolId("p1");
  }

  static GrantCommitted.Builder committed() {
    return GrantCommitted.newBuilder()
        .setGrantId("vm1.2")
        .setVmId("vm1")
        .setHostId("h1")
        .addAllSlices(List.of(0, 5, 1023));
  }

  static SliceQuarantined.Builder quarantined() {
    return SliceQuarantined.newBuilder()
        .setSlice(5)
        .setHostId("h1")
        .setGrantId("vm1.2")
        .setCause("pinned");
  }

  static PoolFailed.Builder failed() {
    return PoolFailed.newBuilder().setIncarnation(1).setReason("no answer, LED dark");
  }

  static GrantLost.Builder lost() {
    return GrantLost.newBuilder().setGrantId("vm1.2").setVmId("vm1").setHostId("h1").setLostGib(3);
  }

  static HostFenced.Builder fenced() {
    return HostFenced.newBuilder()
        .setHostId("h1")
        .setReason("power is off")
        .addAllSlices(List.of(0, 5, 1023));
  }

  static OperationEnded.Builder ended() {
    return OperationEnded.newBuilder()
        .setOperationId("o1")
        .setKind("COPY")
        .setVmId("vm1")
        .setGrantId("vm1.2")
        .setHostId("h1")
        .setState("FAILED")
        .setCause("pinned")
        .setDoneMib(512);
  }

  static List<SliceEvent> slices() {
    return List.of(
        slice().setCommitted(committed()).build(),
        slice()
            .setOnline(GrantOnline.newBuilder().setGrantId("vm1.2").setVmId("vm1").setHostId("h1"))
            .build(),
        slice()
            .setReleasing(
                GrantReleasing.newBuilder().setGrantId("vm1.2").setVmId("vm1").setHostId("h1"))
            .build(),
        slice()
            .setReleased(
                GrantReleased.newBuilder().setGrantId("vm1.2").setVmId("vm1").setHostId("h1"))
            .build(),
        slice().setQuarantined(quarantined()).build(),
        slice().setFailed(failed()).build(),
        slice().setLost(lost()).build(),
        slice().setFenced(fenced()).build(),
        slice().setOperationEnded(ended()).build(),
        slice().setOperationEnded(ended().setState("DONE").clearCause()).build(),
        slice().setReplaced(PoolReplaced.newBuilder().setIncarnation(2)).build());
  }
}
