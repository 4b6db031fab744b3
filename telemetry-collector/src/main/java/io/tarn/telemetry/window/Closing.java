package io.tarn.telemetry.window;

/**
 * The minutes of a host that close because its watermark moved: those that end after {@code
 * fromMillis} and not after {@code toMillis}.
 *
 * @param hostId the host
 * @param fromMillis the watermark before
 * @param toMillis the watermark now
 */
public record Closing(String hostId, long fromMillis, long toMillis) {}
