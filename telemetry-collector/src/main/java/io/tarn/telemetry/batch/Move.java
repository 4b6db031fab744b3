package io.tarn.telemetry.batch;

/**
 * How far a batch moves in a partition.
 *
 * @param expected the next offset as its reader knows it
 * @param next the next offset after the batch
 */
public record Move(long expected, long next) {}
