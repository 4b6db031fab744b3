package io.tarn.contracts.pool;

import org.jspecify.annotations.Nullable;

/**
 * The manager's answer to a boot report.
 *
 * @param hostId the host
 * @param bootId the boot that the manager now believes in
 * @param poolable whether the host may get pool memory
 * @param refusal why it may not, and the kernel setting that mends it; absent when it may
 * @param lastSequence the sequence of the newest command of the host's feed, 0 when there is none
 */
public record BootView(
    String hostId, String bootId, boolean poolable, @Nullable String refusal, long lastSequence) {}
