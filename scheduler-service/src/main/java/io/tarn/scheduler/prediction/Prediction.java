package io.tarn.scheduler.prediction;

import io.tarn.contracts.model.OperatingPoint;
import org.jspecify.annotations.Nullable;

/**
 * What a pair says of one VM.
 *
 * @param pairId the pair
 * @param probability that it is insensitive, 0..1; absent without counter history
 * @param untouchedShare the share of its memory that it will not touch, before the margin
 * @param operatingPoint from where on the two are acted on
 * @param insensitive whether all of its memory may live on the pool
 * @param untouchedGiB memory that may live on the pool because it will not be touched, whole GiB
 */
public record Prediction(
    String pairId,
    @Nullable Float probability,
    float untouchedShare,
    OperatingPoint operatingPoint,
    boolean insensitive,
    int untouchedGiB) {}
