package io.tarn.trainer.registry;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the registry keeps beside a pair's bytes.
 *
 * @param pairId its name
 * @param scenario 182 or 222
 * @param state where it is
 * @param reason why it was rejected or retired
 * @param predecessor what served before it
 * @param trainedAt when it was made
 * @param changedAt when its state last changed
 */
public record PairRow(
    String pairId,
    int scenario,
    PairState state,
    @Nullable String reason,
    @Nullable String predecessor,
    Instant trainedAt,
    Instant changedAt) {}
