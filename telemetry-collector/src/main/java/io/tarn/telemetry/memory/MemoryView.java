package io.tarn.telemetry.memory;

import org.jspecify.annotations.Nullable;

/**
 * A VM's memory as the newest scan left it.
 *
 * @param vmId the VM
 * @param known whether the scheduler has told of the VM
 * @param hostId where it was scanned
 * @param sizeMiB memory of the VM
 * @param coveredMiB memory that the scan looked at
 * @param coverage the share of it, 0..1
 * @param touchedMiB ever touched, with what was not looked at
 * @param untouchedMiB the rest
 * @param touchedSinceLastScanMiB touched between the last two scans
 * @param mechanism how it was scanned
 * @param sinceStart whether the scans go back to the VM's start
 * @param scans how many there were
 * @param scannedAtMillis when the newest ended, host's clock
 * @param labelDistrust why this is no label to learn from; absent when it is one
 * @param ageMillis since the newest scan came in
 */
public record MemoryView(
    String vmId,
    boolean known,
    String hostId,
    long sizeMiB,
    long coveredMiB,
    double coverage,
    long touchedMiB,
    long untouchedMiB,
    long touchedSinceLastScanMiB,
    String mechanism,
    boolean sinceStart,
    int scans,
    long scannedAtMillis,
    @Nullable String labelDistrust,
    long ageMillis) {}
