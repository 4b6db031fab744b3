package io.tarn.contracts.codec;

import io.tarn.contracts.Check;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.InvalidField;
import io.tarn.contracts.bus.EventHeader;
import io.tarn.contracts.bus.PlacementEvent;
import io.tarn.contracts.bus.SliceEvent;
import io.tarn.contracts.bus.VmAllocation;

/** What must hold in an event before anyone acts on it. */
final class EventRules {

  private EventRules() {}

  static void check(PlacementEvent event) {
    check(event.getHeader());
    Check.id("vm_id", event.getVmId());
    switch (event.getFactCase()) {
      case RESERVED -> check(event.getReserved().getAllocation());
      case PLACED -> check(event.getPlaced().getAllocation());
      case READY, DELETING, DELETED, REFUSED -> {}
      case FACT_NOT_SET -> throw unknownFact();
    }
  }

  static void check(SliceEvent event) {
    check(event.getHeader());
    Check.id("pool_id", event.getPoolId());
    switch (event.getFactCase()) {
      case COMMITTED -> grant(event.getCommitted().getGrantId());
      case ONLINE -> grant(event.getOnline().getGrantId());
      case RELEASING -> grant(event.getReleasing().getGrantId());
      case RELEASED -> grant(event.getReleased().getGrantId());
      case QUARANTINED -> Check.id("host_id", event.getQuarantined().getHostId());
      case FACT_NOT_SET -> throw unknownFact();
    }
  }

  private static void check(EventHeader header) {
    Check.range("sequence", header.getSequence(), 1, Long.MAX_VALUE);
    Check.range("occurred_at_millis", header.getOccurredAtMillis(), 1, Long.MAX_VALUE);
  }

  private static void check(VmAllocation allocation) {
    Check.id("host_id", allocation.getHostId());
    Check.range("attempt", allocation.getAttempt(), 1, Integer.MAX_VALUE);
    if (allocation.getPoolGib() != 0) {
      Check.id("pool_id", allocation.getPoolId());
      grant(allocation.getGrantId());
    }
  }

  private static void grant(String grantId) {
    GrantId.parse(grantId);
  }

  private static InvalidField unknownFact() {
    return new InvalidField("fact", "absent or unknown", "a fact that this version knows");
  }
}
