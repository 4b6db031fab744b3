package io.tarn.telemetry.feed;

/**
 * A host's feed as shown.
 *
 * @param topic where it comes in
 * @param watermarkMillis windows that end here or before are closed, host's clock
 * @param lastReportMillis when the newest report was made, host's clock
 * @param reports counted
 * @param repeats dropped
 * @param lateReports that added to closed windows
 * @param lagMillis how long after it was made the newest report was counted; off by as much as the
 *     clocks of host and database differ
 * @param ageMillis since the last report was counted
 */
public record FeedView(
    String topic,
    long watermarkMillis,
    long lastReportMillis,
    long reports,
    long repeats,
    long lateReports,
    long lagMillis,
    long ageMillis) {}
