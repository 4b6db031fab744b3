package io.tarn.trainer.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A training as an operator sees it.
 *
 * @param trainingId its name
 * @param scenario 182 or 222
 * @param seed of everything random
 * @param state what came of it
 * @param stage where it is or was
 * @param detail why it ended so
 * @param pairId the pair that it made
 * @param startedAt when it began
 * @param endedAt when it ended
 */
public record TrainingView(
    String trainingId,
    int scenario,
    long seed,
    TrainingState state,
    Stage stage,
    @Nullable String detail,
    @Nullable String pairId,
    Instant startedAt,
    @Nullable Instant endedAt) {}
