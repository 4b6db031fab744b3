package io.tarn.contracts.codec;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.GrantCommitted;
import io.tarn.contracts.bus.GrantOnline;
import io.tarn.contracts.bus.GrantReleased;
import io.tarn.contracts.bus.GrantReleasing;
import io.tarn.contracts.bus.OperationEnded;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.PoolReplaced;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.SliceQuarantined;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.bus.VmReady;
import io.tarn.contracts.bus.VmReserved;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventRulesTest {

  @Test
  void goodEvents_pass() {
    Events.placements()
        .forEach(event -> assertThatCode(() -> EventRules.check(event)).doesNotThrowAnyException());
    Events.slices()
        .forEach(event -> assertThatCode(() -> EventRules.check(event)).doesNotThrowAnyException());
  }

  static Stream<Arguments> badPlacements() {
    return Stream.of(
        badHeader("sequence", header(0, 1)),
        badHeader("sequence", header(-1, 1)),
        badHeader("occurred_at_millis", header(1, 0)),
        badHeader("occurred_at_millis", header(1, -5)),
        badHeader("occurred_at_millis", header(1, Check.LATEST_MILLIS + 1)),
        Arguments.of("sequence", Events.placement().clearHeader().setReady(ready()).build()),
        Arguments.of("vm_id", Events.placement().clearVmId().setReady(ready()).build()),
        Arguments.of("vm_id", Events.placement().setVmId("a/b").setReady(ready()).build()),
        Arguments.of("fact", Events.placement().build()),
        badAllocation("host_id", pooled().clearHostId()),
        badAllocation("vcpus", pooled().clearVcpus()),
        badAllocation("vcpus", pooled().setVcpus(-1)),
        badAllocation("local_mib", pooled().setLocalMib(-1)),
        badAllocation("attempt", pooled().clearAttempt()),
        badAllocation("attempt", pooled().setAttempt(1_000_001)),
        badAllocation("pool_gib", pooled().setPoolGib(-1)),
        badAllocation("pool_gib", pooled().setPoolGib(1025)),
        badAllocation("pool_id", pooled().clearPoolId()),
        badAllocation("grant_id", pooled().clearGrantId()),
        badAllocation("grant_id", pooled().setGrantId("vm1.3")),
        badAllocation("grant_id", pooled().setGrantId("vm2.2")),
        badAllocation("pool_id", Events.LOCAL.toBuilder().setPoolId("p1")),
        badAllocation("grant_id", Events.LOCAL.toBuilder().setGrantId("vm1.1")),
        badProfile("memory_mib", Events.PROFILE.toBuilder().clearMemoryMib()),
        badProfile("customer", Events.PROFILE.toBuilder().setCustomer("a\nb")),
        badProfile("vm_type", Events.PROFILE.toBuilder().setVmType(" ")),
        badProfile("guest_os", Events.PROFILE.toBuilder().setGuestOs("x".repeat(254))),
        badProfile("region", Events.PROFILE.toBuilder().setRegion("\u0000")),
        badProfile("workload", Events.PROFILE.toBuilder().setWorkload("\t")),
        Arguments.of(
            "host_id", Events.placement().setReserved(VmReserved.getDefaultInstance()).build()));
  }

  @ParameterizedTest
  @MethodSource("badPlacements")
  void badPlacement_isRefusedByField(String field, PlacementEvent event) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> EventRules.check(event))
        .withMessageStartingWith(field + " is ");
  }

  static Stream<Arguments> badSlices() {
    return Stream.of(
        Arguments.of(
            "sequence", Events.slice().clearHeader().setCommitted(Events.committed()).build()),
        Arguments.of(
            "pool_id", Events.slice().clearPoolId().setCommitted(Events.committed()).build()),
        Arguments.of("fact", Events.slice().build()),
        badCommit("grantId", Events.committed().setGrantId("vm1")),
        badCommit("vm_id", Events.committed().setVmId("vm2")),
        badCommit("host_id", Events.committed().clearHostId()),
        badCommit("slices.size", Events.committed().clearSlices()),
        badCommit(
            "slices.size",
            Events.committed()
                .clearSlices()
                .addAllSlices(IntStream.range(0, 1025).boxed().toList())),
        badCommit("slice", Events.committed().addSlices(1024)),
        badCommit("slice", Events.committed().addSlices(-1)),
        badCommit("slices.distinct", Events.committed().addSlices(5)),
        Arguments.of("grantId", Events.slice().setOnline(GrantOnline.getDefaultInstance()).build()),
        Arguments.of(
            "vm_id", Events.slice().setOnline(GrantOnline.newBuilder().setGrantId("v.1")).build()),
        Arguments.of(
            "grantId", Events.slice().setReleasing(GrantReleasing.getDefaultInstance()).build()),
        Arguments.of(
            "vm_id",
            Events.slice().setReleasing(GrantReleasing.newBuilder().setGrantId("v.1")).build()),
        Arguments.of(
            "grantId", Events.slice().setReleased(GrantReleased.getDefaultInstance()).build()),
        Arguments.of(
            "vm_id",
            Events.slice().setReleased(GrantReleased.newBuilder().setGrantId("v.1")).build()),
        badQuarantine("slice", Events.quarantined().setSlice(1024)),
        badQuarantine("host_id", Events.quarantined().clearHostId()),
        badQuarantine("grantId", Events.quarantined().clearGrantId()),
        badQuarantine("cause", Events.quarantined().clearCause()),
        Arguments.of(
            "incarnation", Events.slice().setFailed(Events.failed().clearIncarnation()).build()),
        Arguments.of("reason", Events.slice().setFailed(Events.failed().clearReason()).build()),
        Arguments.of("host_id", Events.slice().setFenced(Events.fenced().clearHostId()).build()),
        Arguments.of("reason", Events.slice().setFenced(Events.fenced().clearReason()).build()),
        Arguments.of(
            "slices.size", Events.slice().setFenced(Events.fenced().clearSlices()).build()),
        Arguments.of(
            "slices.distinct", Events.slice().setFenced(Events.fenced().addSlices(5)).build()),
        badEnd("operation_id", Events.ended().clearOperationId()),
        badEnd("kind", Events.ended().setKind("FREEZE")),
        badEnd("grantId", Events.ended().clearGrantId()),
        badEnd("vm_id", Events.ended().setVmId("vm2")),
        badEnd("host_id", Events.ended().clearHostId()),
        badEnd("state", Events.ended().setState("RUNNING")),
        badEnd("cause", Events.ended().clearCause()),
        badEnd("cause", Events.ended().setState("CANCELLED").setCause(" ")),
        badEnd("done_mib", Events.ended().setDoneMib(33_554_433)),
        badEnd("done_mib", Events.ended().setDoneMib(-1)),
        Arguments.of("vm_id", Events.slice().setLost(Events.lost().setVmId("vm2")).build()),
        Arguments.of("host_id", Events.slice().setLost(Events.lost().clearHostId()).build()),
        Arguments.of("lost_gib", Events.slice().setLost(Events.lost().setLostGib(1025)).build()),
        Arguments.of(
            "incarnation",
            Events.slice().setReplaced(PoolReplaced.newBuilder().setIncarnation(1)).build()));
  }

  @ParameterizedTest
  @MethodSource("badSlices")
  void badSliceEvent_isRefusedByField(String field, SliceEvent event) {
    assertThatExceptionOfType(InvalidField.class)
        .isThrownBy(() -> EventRules.check(event))
        .withMessageStartingWith(field + " is ");
  }

  private static Arguments badHeader(String field, EventHeader header) {
    return Arguments.of(field, Events.placement().setHeader(header).setReady(ready()).build());
  }

  private static Arguments badAllocation(String field, VmAllocation.Builder allocation) {
    return Arguments.of(field, Events.placed(allocation.build()));
  }

  private static Arguments badProfile(String field, VmProfile.Builder profile) {
    return Arguments.of(
        field,
        Events.placement()
            .setReserved(VmReserved.newBuilder().setAllocation(Events.POOLED).setProfile(profile))
            .build());
  }

  private static Arguments badCommit(String field, GrantCommitted.Builder committed) {
    return Arguments.of(field, Events.slice().setCommitted(committed).build());
  }

  private static Arguments badQuarantine(String field, SliceQuarantined.Builder quarantined) {
    return Arguments.of(field, Events.slice().setQuarantined(quarantined).build());
  }

  private static Arguments badEnd(String field, OperationEnded.Builder ended) {
    return Arguments.of(field, Events.slice().setOperationEnded(ended).build());
  }

  private static VmAllocation.Builder pooled() {
    return Events.POOLED.toBuilder();
  }

  private static VmReady ready() {
    return VmReady.getDefaultInstance();
  }

  private static EventHeader header(long sequence, long millis) {
    return EventHeader.newBuilder().setSequence(sequence).setOccurredAtMillis(millis).build();
  }
}
