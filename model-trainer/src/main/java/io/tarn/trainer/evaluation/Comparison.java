package io.tarn.trainer.evaluation;

import io.tarn.contracts.model.Figures;

/**
 * Two pairs on the same VMs.
 *
 * @param fresh of the new pair
 * @param serving of the serving pair
 */
public record Comparison(Figures fresh, Figures serving) {}
