package io.tarn.telemetry.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was told of a customer.
 *
 * @param vmType of which VMs; absent for all
 * @param workload of which workload; absent for all
 * @param asOfMillis the newest observation in it, clock of its host
 * @param vms VMs that it is from; absent for counters
 * @param untouchedShares 5th, 25th, 50th and 75th percentile; absent for counters
 * @param windows that it is from; absent for untouched shares
 * @param featureVersion absent for untouched shares
 * @param features absent for untouched shares
 * @param ageMillis since it was told
 */
public record HistoryView(
    @Nullable String vmType,
    @Nullable String workload,
    long asOfMillis,
    @Nullable Integer vms,
    @Nullable List<Float> untouchedShares,
    @Nullable Integer windows,
    @Nullable Integer featureVersion,
    @Nullable List<Float> features,
    long ageMillis) {}
