package io.tarn.trainer.evaluation;

/**
 * A VM with what a pair says of it and what is true of it.
 *
 * @param group VMs that one reason makes wrong together, for example a customer's
 * @param memoryMiB its memory
 * @param probability of insensitivity as predicted; NaN where its workload has no counter history
 * @param hurt whether it slows down more than the margin allows when all of it is on the pool
 * @param untouchedShare as predicted
 * @param touchedMiB what it touched
 */
public record JudgedVm(
    String group,
    long memoryMiB,
    float probability,
    boolean hurt,
    float untouchedShare,
    long touchedMiB) {}
