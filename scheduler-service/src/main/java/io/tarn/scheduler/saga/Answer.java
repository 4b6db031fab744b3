package io.tarn.scheduler.saga;

/**
 * What a client is sent, to the byte.
 *
 * @param status HTTP status
 * @param body JSON
 */
public record Answer(int status, String body) {}
