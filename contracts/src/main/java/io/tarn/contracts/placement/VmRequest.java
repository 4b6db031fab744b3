package io.tarn.contracts.placement;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a VM to be placed.
 *
 * @param vmId the client's name for it; may be absent when an {@code Idempotency-Key} is sent
 * @param vcpus 1..1024
 * @param memoryMiB 64..33,554,432 (32 TiB)
 * @param customer who rents it, if known; without {@code /}
 * @param vmType the flavour's name, if known
 * @param guestOs the guest's operating system, if known
 * @param region where, if known
 * @param workload what runs in it, if known
 * @param pool whether its memory may come from a pool; default {@link PoolUse#ALLOWED}
 * @param labels up to 32 labels that the host must have
 */
public record VmRequest(
    @Nullable String vmId,
    @Min(1) @Max(VmRequest.MOST_VCPUS) int vcpus,
    @Min(VmRequest.LEAST_MEMORY_MIB) @Max(VmRequest.MOST_MEMORY_MIB) long memoryMiB,
    @Nullable String customer,
    @Nullable String vmType,
    @Nullable String guestOs,
    @Nullable String region,
    @Nullable String workload,
    PoolUse pool,
    Map<String, String> labels) {

  private static final int MOST_VCPUS = 1024;
  private static final long LEAST_MEMORY_MIB = 64;
  private static final long MOST_MEMORY_MIB = 32L << 20;

  /** Fills the defaults, checks the ranges. */
  @SuppressWarnings("NullAway") // the defaults are filled here
  public VmRequest {
    if (vmId != null) {
      Check.id("vmId", vmId);
    }
    Check.range("vcpus", vcpus, 1, MOST_VCPUS);
    Check.range("memoryMiB", memoryMiB, LEAST_MEMORY_MIB, MOST_MEMORY_MIB);
    optionalText("customer", customer);
    if (customer != null && customer.indexOf('/') >= 0) {
      // customer/workload names a workload
      throw new InvalidField("customer", Check.quoted(customer), "a text without '/'");
    }
    optionalText("vmType", vmType);
    optionalText("guestOs", guestOs);
    optionalText("region", region);
    optionalText("workload", workload);
    pool = pool == null ? PoolUse.ALLOWED : pool;
    labels = Labels.checked(labels);
  }

  /** Whether memory of a VM may come from a pool. */
  public enum PoolUse {
    /** The policy decides. */
    ALLOWED,
    /** All of it stays local. */
    NEVER
  }

  /** The same request under a name. */
  public VmRequest named(String name) {
    return new VmRequest(
        name, vcpus, memoryMiB, customer, vmType, guestOs, region, workload, pool, labels);
  }

  private static void optionalText(String field, @Nullable String value) {
    if (value != null) {
      Check.text(field, value);
    }
  }
}
