package io.tarn.telemetry.frontend;

/**
 * A front end as shown.
 *
 * @param frontEndId the front end
 * @param latest the newest epoch heard of it
 * @param ageMillis since that came in
 */
public record FrontEndView(String frontEndId, EpochView latest, long ageMillis) {}
