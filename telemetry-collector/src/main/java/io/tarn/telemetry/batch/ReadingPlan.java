package io.tarn.telemetry.batch;

/**
 * How the bus is read.
 *
 * @param readers of this replica, each with its share of the partitions, from 1
 */
public record ReadingPlan(int readers) {}
