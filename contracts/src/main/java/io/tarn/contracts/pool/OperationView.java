package io.tarn.contracts.pool;

import org.jspecify.annotations.Nullable;

/**
 * An operation as it stands; times are the manager's database's, milliseconds since 1970.
 *
 * @param operationId its name, among those of its host
 * @param hostId the host that was ordered
 * @param request the order
 * @param state where it is
 * @param doneMiB how much has been moved, 0..memoryMiB; never falls
 * @param cause why it FAILED, in the host's words or {@code host-rebooted}, {@code host-fenced},
 *     {@code emc-failed}; why it is or was to be CANCELLED when no client asked for that: {@code
 *     grant-withdrawn}, or {@code deadline-passed} when the host did not answer in time; else
 *     absent
 * @param cancelAsked whether it is to be called off; until the host answers, it is still RUNNING
 * @param createdAtMillis when it was ordered
 * @param deadlineAtMillis when it ends whatever the host says
 * @param startedAtMillis when the host was first heard to have begun; absent before
 * @param endedAtMillis when it ended; absent before
 */
public record OperationView(
    String operationId,
    String hostId,
    OperationRequest request,
    OperationState state,
    long doneMiB,
    @Nullable String cause,
    boolean cancelAsked,
    long createdAtMillis,
    long deadlineAtMillis,
    @Nullable Long startedAtMillis,
    @Nullable Long endedAtMillis) {}
