package io.tarn.local.supervise;

import org.jspecify.annotations.Nullable;

/**
 * A supervised process as it stands.
 *
 * @param service its name
 * @param pid its pid; 0 when none runs
 * @param port where it listens; 0 when it does not
 * @param state where it is
 * @param restarts how often it was started again
 * @param uptimeSeconds how long the process runs; 0 when none does
 * @param lastDeath why the last one ended; absent when none has
 */
public record ServiceStatus(
    String service,
    long pid,
    int port,
    ServiceState state,
    int restarts,
    long uptimeSeconds,
    @Nullable String lastDeath) {}
