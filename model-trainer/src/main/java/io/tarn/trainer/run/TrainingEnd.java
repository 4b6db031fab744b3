package io.tarn.trainer.run;

import org.jspecify.annotations.Nullable;

/**
 * How a training ended.
 *
 * @param state not {@link TrainingState#RUNNING}
 * @param detail why, one line
 * @param pairId the pair that it made, or that is the same; absent when there is none
 */
public record TrainingEnd(TrainingState state, String detail, @Nullable String pairId) {}
