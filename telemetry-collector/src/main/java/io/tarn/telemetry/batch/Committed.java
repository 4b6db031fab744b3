package io.tarn.telemetry.batch;

/**
 * What a batch came to.
 *
 * @param samples counters of VMs that were news
 * @param windows closed or opened again and closed
 * @param untrusted of those
 * @param lateReports that added to closed windows
 * @param repeats dropped
 */
public record Committed(int samples, int windows, int untrusted, long lateReports, long repeats) {}
