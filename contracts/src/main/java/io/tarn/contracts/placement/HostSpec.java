package io.tarn.contracts.placement;

import io.tarn.contracts.Check;
import io.tarn.contracts.InvalidField;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A host as an administrator declares it.
 *
 * @param vcpus 1..4096
 * @param localMiB local memory, 1..67,108,864 (64 TiB)
 * @param reservedVcpus kept for the hypervisor, 0..vcpus; default 0
 * @param reservedMiB kept for the hypervisor, 0..localMiB; default 0
 * @param rack where it stands, if known
 * @param pools the pools that it is wired to, at most 8
 * @param labels up to 32
 */
public record HostSpec(
    @Min(1) @Max(HostSpec.MOST_VCPUS) int vcpus,
    @Min(1) @Max(HostSpec.MOST_LOCAL_MIB) long localMiB,
    @Min(0) @Max(HostSpec.MOST_VCPUS) int reservedVcpus,
    @Min(0) @Max(HostSpec.MOST_LOCAL_MIB) long reservedMiB,
    @Nullable String rack,
    List<String> pools,
    Map<String, String> labels) {

  private static final int MOST_VCPUS = 4096;
  private static final long MOST_LOCAL_MIB = 64L << 20;
  private static final int MOST_POOLS = 8;

  /** Fills the defaults, checks the ranges. */
  @SuppressWarnings("NullAway") // the defaults are filled here
  public HostSpec {
    Check.range("vcpus", vcpus, 1, MOST_VCPUS);
    Check.range("localMiB", localMiB, 1, MOST_LOCAL_MIB);
    Check.range("reservedVcpus", reservedVcpus, 0, vcpus);
    Check.range("reservedMiB", reservedMiB, 0, localMiB);
    if (rack != null) {
      Check.id("rack", rack);
    }
    pools = checked(pools == null ? List.of() : pools);
    labels = Labels.checked(labels);
  }

  private static List<String> checked(List<String> pools) {
    pools.forEach(pool -> Check.id("pools", pool));
    List<String> distinct = List.copyOf(new LinkedHashSet<>(pools));
    if (distinct.size() > MOST_POOLS) {
      throw new InvalidField("pools", distinct.size() + " of them", "0.." + MOST_POOLS);
    }
    return distinct;
  }
}
