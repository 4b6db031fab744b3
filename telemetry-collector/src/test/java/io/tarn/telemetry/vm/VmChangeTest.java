package io.tarn.telemetry.vm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmDeleted;
import io.tarn.contracts.bus.VmDeleting;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.contracts.bus.VmReserved;
import org.junit.jupiter.api.Test;

class VmChangeTest {

  private static final VmAllocation ALLOCATION =
      VmAllocation.newBuilder().setHostId("h1").setVcpus(2).build();
  private static final VmProfile PROFILE =
      VmProfile.newBuilder().setCustomer("acme").setMemoryMib(1024).build();

  @Test
  void laterEvents_keepWhatTheyDoNotSay() {
    VmChange change =
        VmChange.of(
                event(1, 100)
                    .setReserved(
                        VmReserved.newBuilder().setAllocation(ALLOCATION).setProfile(PROFILE))
                    .build())
            .then(VmChange.of(event(2, 200).setReady(VmReady.getDefaultInstance()).build()))
            .then(VmChange.of(event(3, 300).setDeleting(VmDeleting.getDefaultInstance()).build()))
            .then(VmChange.of(event(4, 400).setDeleted(VmDeleted.getDefaultInstance()).build()));
    assertThat(change)
        .isEqualTo(new VmChange("vm1", 4, VmStage.DELETED, ALLOCATION, PROFILE, 100L, 300L));
  }

  @Test
  void repeat_changesNothing() {
    VmChange ready = VmChange.of(event(2, 200).setReady(VmReady.getDefaultInstance()).build());
    VmChange older =
        VmChange.of(event(1, 100).setDeleting(VmDeleting.getDefaultInstance()).build());
    assertThat(ready.then(older)).isSameAs(ready);
    assertThat(ready.then(ready)).isSameAs(ready);
  }

  private static PlacementEvent.Builder event(long sequence, long at) {
    return PlacementEvent.newBuilder()
        .setVmId("vm1")
        .setHeader(EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(at));
  }
}
