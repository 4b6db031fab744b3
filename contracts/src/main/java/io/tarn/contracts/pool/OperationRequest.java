package io.tarn.contracts.pool;

import io.tarn.contracts.Check;
import io.tarn.contracts.GrantId;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Orders a host to do something with a VM. It never changes who owns a slice: what a COPY or a
 * MIGRATE has left in the pool is given back by withdrawing the grant.
 *
 * @param kind what to do
 * @param vmId the VM; said beside the grant so that a slip in one of them is noticed
 * @param grantId the VM's grant on this host: it says which slices the operation is about, and the
 *     operation is called off when the grant is asked back
 * @param targetHostId where the VM goes; of a MIGRATE only, and needed there
 * @param targetGrantId the VM's grant on the target host; of a MIGRATE only, absent when the VM
 *     will have no pool memory there. A VM lives on one grant, so this one has replaced {@code
 *     grantId}, which may be on its way back by then
 * @param memoryMiB how much is to be moved, 1..33,554,432 (32 TiB); needed for COPY, where it is at
 *     most the grant's size, and for MIGRATE. Not of an ATTACH, which is about the whole grant
 * @param deadlineMillis how long it may take from its order on, on the manager's clock,
 *     1,000..86,400,000 (a day). A length and not a time of day: no two clocks need to agree
 */
public record OperationRequest(
    OperationKind kind,
    String vmId,
    String grantId,
    @Nullable String targetHostId,
    @Nullable String targetGrantId,
    @Min(1) @Max(OperationRequest.MOST_MEMORY_MIB) @Nullable Long memoryMiB,
    @Min(OperationRequest.LEAST_DEADLINE_MILLIS) @Max(OperationRequest.MOST_DEADLINE_MILLIS)
        long deadlineMillis) {

  /** Memory that one operation moves, at the most. */
  public static final long MOST_MEMORY_MIB = 32L << 20;

  private static final long LEAST_DEADLINE_MILLIS = 1_000;
  private static final long MOST_DEADLINE_MILLIS = 86_400_000;
  private static final String ONLY_MIGRATE = "absent, since only a MIGRATE has a target";

  /** Checks the ranges, and that the fields fit the kind. */
  public OperationRequest {
    Check.present("kind", kind, "ATTACH, COPY or MIGRATE");
    Check.id("vmId", vmId);
    ofVm("grantId", grantId, vmId);
    if (kind == OperationKind.MIGRATE) {
      Check.id("targetHostId", targetHostId);
      if (targetGrantId != null) {
        ofVm("targetGrantId", targetGrantId, vmId);
      }
    } else {
      absent("targetHostId", targetHostId, ONLY_MIGRATE);
      absent("targetGrantId", targetGrantId, ONLY_MIGRATE);
    }
    if (kind == OperationKind.ATTACH) {
      absent("memoryMiB", memoryMiB, "absent, since an ATTACH is about the whole grant");
    } else {
      long asked = Check.present("memoryMiB", memoryMiB, "1.." + MOST_MEMORY_MIB);
      Check.range("memoryMiB", asked, 1, MOST_MEMORY_MIB);
    }
    Check.range("deadlineMillis", deadlineMillis, LEAST_DEADLINE_MILLIS, MOST_DEADLINE_MILLIS);
  }

  /** What is to be moved, in MiB; 0 for an ATTACH, which moves nothing. */
  public long totalMiB() {
    return memoryMiB == null ? 0 : memoryMiB;
  }

  private static void ofVm(String field, @Nullable String grantId, String vmId) {
    GrantId id;
    try {
      id = GrantId.parse(Check.present(field, grantId, "a grant of VM " + vmId));
    } catch (InvalidField e) {
      throw new InvalidField(
          field, grantId == null ? "absent" : Check.quoted(grantId), e.accepted());
    }
    if (!id.vmId().equals(vmId)) {
      throw new InvalidField(field, Check.quoted(id.toString()), "a grant of VM " + vmId);
    }
  }

  private static void absent(String field, @Nullable Object value, String accepted) {
    if (value != null) {
      throw new InvalidField(field, Check.quoted(value.toString()), accepted);
    }
  }
}
