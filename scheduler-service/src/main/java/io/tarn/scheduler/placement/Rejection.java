package io.tarn.scheduler.placement;

import org.jspecify.annotations.Nullable;

/**
 * One reason, and the hosts that it ruled out. A host can be ruled out by several.
 *
 * @param reason a stable word, for example {@code local-memory}
 * @param hosts how many hosts
 * @param nearestHostId the one that missed by the least
 * @param asked how much was wanted there; 0 where it is not a matter of amount
 * @param available how much there was
 * @param missing what would have to be bought or freed there
 * @param unit {@code vcpus}, {@code MiB} or {@code GiB}; empty where it is not a matter of amount
 */
public record Rejection(
    String reason,
    int hosts,
    @Nullable String nearestHostId,
    long asked,
    long available,
    long missing,
    String unit) {}
