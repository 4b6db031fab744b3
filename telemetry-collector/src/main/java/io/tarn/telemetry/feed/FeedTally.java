package io.tarn.telemetry.feed;

/**
 * Where a host's feed stands; times on the host's clock, milliseconds since 1970.
 *
 * @param watermarkMillis windows that end here or before are closed, 0 before the first report
 * @param sentMillis when the newest report was made
 * @param reports counted
 * @param repeats dropped
 * @param lateReports that added to closed windows
 */
public record FeedTally(
    long watermarkMillis, long sentMillis, long reports, long repeats, long lateReports) {}
