package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.GrantCommitted;
import io.tarn.contracts.bus.GrantLost;
import io.tarn.contracts.bus.OperationEnded;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.SliceQuarantined;
import io.tarn.contracts.bus.VmAllocation;
import io.tarn.contracts.bus.VmProfile;
import io.tarn.contracts.pool.OperationKind;
import io.tarn.contracts.pool.OperationRequest;
import io.tarn.contracts.pool.OperationState;
import io.tarn.contracts.pool.PoolSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What must hold in an event before anyone acts on it. */
final class EventRules {

  private static final List<String> OPERATION_KINDS =
      Arrays.stream(OperationKind.values()).map(Enum::name).toList();
  private static final List<String> OPERATION_ENDS =
      Arrays.stream(OperationState.values()).filter(OperationState::ended).map(Enum::name).toList();

  private EventRules() {}

  static void check(PlacementEvent event) {
    check(event.getHeader());
    Check.id("vm_id", event.getVmId());
    switch (event.getFactCase()) {
      case RESERVED -> {
        check(event.getVmId(), event.getReserved().getAllocation());
        if (event.getReserved().hasProfile()) {
          check(event.getReserved().getProfile());
        }
      }
      case PLACED -> {
        check(event.getVmId(), event.getPlaced().getAllocation());
        if (event.getPlaced().hasProfile()) {
          check(event.getPlaced().getProfile());
        }
      }
      case READY, DELETING, DELETED, REFUSED -> {}
      case FACT_NOT_SET -> throw unknownFact();
    }
  }

  static void check(SliceEvent event) {
    check(event.getHeader());
    Check.id("pool_id", event.getPoolId());
    switch (event.getFactCase()) {
      case COMMITTED -> check(event.getCommitted());
      case ONLINE -> grant(event.getOnline().getGrantId(), event.getOnline().getVmId());
      case RELEASING -> grant(event.getReleasing().getGrantId(), event.getReleasing().getVmId());
      case RELEASED -> grant(event.getReleased().getGrantId(), event.getReleased().getVmId());
      case QUARANTINED -> check(event.getQuarantined());
      case FAILED -> {
        incarnation(event.getFailed().getIncarnation(), 1);
        Check.text("reason", event.getFailed().getReason());
      }
      case LOST -> check(event.getLost());
      case FENCED -> {
        Check.id("host_id", event.getFenced().getHostId());
        Check.text("reason", event.getFenced().getReason());
        slices(event.getFenced().getSlicesList());
      }
      case REPLACED -> incarnation(event.getReplaced().getIncarnation(), 2);
      case OPERATION_ENDED -> check(event.getOperationEnded());
      case FACT_NOT_SET -> throw unknownFact();
    }
  }

  static void check(EventHeader header) {
    Check.range("sequence", header.getSequence(), 1, Long.MAX_VALUE);
    Check.range("occurred_at_millis", header.getOccurredAtMillis(), 1, Check.LATEST_MILLIS);
  }

  private static void check(VmProfile profile) {
    Check.range("memory_mib", profile.getMemoryMib(), 1, Long.MAX_VALUE);
    textIfSaid("customer", profile.getCustomer());
    textIfSaid("vm_type", profile.getVmType());
    textIfSaid("guest_os", profile.getGuestOs());
    textIfSaid("region", profile.getRegion());
    textIfSaid("workload", profile.getWorkload());
  }

  /** Checks a text that may be empty, which means that nothing was said. */
  static void textIfSaid(String field, String value) {
    if (!value.isEmpty()) {
      Check.text(field, value);
    }
  }

  private static void check(String vmId, VmAllocation allocation) {
    Check.id("host_id", allocation.getHostId());
    Check.range("vcpus", allocation.getVcpus(), 1, Integer.MAX_VALUE);
    Check.range("local_mib", allocation.getLocalMib(), 0, Long.MAX_VALUE);
    GrantId attempt = new GrantId(vmId, allocation.getAttempt());
    if (allocation.getPoolGib() == 0) {
      same("pool_id", allocation.getPoolId(), "");
      same("grant_id", allocation.getGrantId(), "");
    } else {
      Check.range("pool_gib", allocation.getPoolGib(), 1, PoolSpec.MOST_SLICES);
      Check.id("pool_id", allocation.getPoolId());
      same("grant_id", allocation.getGrantId(), attempt.toString());
    }
  }

  private static void check(GrantCommitted committed) {
    grant(committed.getGrantId(), committed.getVmId());
    Check.id("host_id", committed.getHostId());
    slices(committed.getSlicesList());
  }

  private static void slices(List<Integer> slices) {
    Check.range("slices.size", slices.size(), 1, PoolSpec.MOST_SLICES);
    slices.forEach(EventRules::slice);
    Check.range("slices.distinct", Set.copyOf(slices).size(), slices.size(), slices.size());
  }

  private static void check(SliceQuarantined quarantined) {
    slice(quarantined.getSlice());
    Check.id("host_id", quarantined.getHostId());
    GrantId.parse(quarantined.getGrantId());
    Check.text("cause", quarantined.getCause());
  }

  private static void check(GrantLost lost) {
    grant(lost.getGrantId(), lost.getVmId());
    Check.id("host_id", lost.getHostId());
    Check.range("lost_gib", lost.getLostGib(), 1, PoolSpec.MOST_SLICES);
  }

  private static void check(OperationEnded ended) {
    Check.id("operation_id", ended.getOperationId());
    named("kind", ended.getKind(), OPERATION_KINDS);
    grant(ended.getGrantId(), ended.getVmId());
    Check.id("host_id", ended.getHostId());
    named("state", ended.getState(), OPERATION_ENDS);
    if (ended.getState().equals(OperationState.FAILED.name()) || !ended.getCause().isEmpty()) {
      Check.text("cause", ended.getCause());
    }
    Check.range("done_mib", ended.getDoneMib(), 0, OperationRequest.MOST_MEMORY_MIB);
  }

  private static void named(String field, String value, List<String> names) {
    if (!names.contains(value)) {
      throw new InvalidField(field, Check.quoted(value), String.join(", ", names));
    }
  }

  private static void incarnation(int incarnation, int first) {
    Check.range("incarnation", incarnation, first, Integer.MAX_VALUE);
  }

  private static void slice(int slice) {
    Check.range("slice", slice, 0, PoolSpec.MOST_SLICES - 1);
  }

  private static void grant(String grantId, String vmId) {
    same("vm_id", vmId, GrantId.parse(grantId).vmId());
  }

  private static void same(String field, String value, String expected) {
    if (!value.equals(expected)) {
      throw new InvalidField(field, Check.quoted(value), Check.quoted(expected));
    }
  }

  private static InvalidField unknownFact() {
    return new InvalidField("fact", "absent or unknown", "a fact that this version knows");
  }
}
