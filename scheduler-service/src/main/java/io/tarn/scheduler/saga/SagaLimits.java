package io.tarn.scheduler.saga;

import java.time.Duration;

/**
 * How old, how long and how often.
 *
 * @param hostViewMaxAge past this, nothing is placed
 * @param poolViewMaxAge past this, no pool memory is given
 * @param refusalViewMaxAge a VM is refused only on a view of the hosts no older than this
 * @param repeatWait how long a repeat waits for the answer to the first
 * @param retryPause how long a VM rests that found neither pool nor room
 * @param commitTries decisions for one attempt when others take its place first, at least 1
 */
public record SagaLimits(
    Duration hostViewMaxAge,
    Duration poolViewMaxAge,
    Duration refusalViewMaxAge,
    Duration repeatWait,
    Duration retryPause,
    int commitTries) {}
