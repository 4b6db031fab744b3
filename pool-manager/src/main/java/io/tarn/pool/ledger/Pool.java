package io.tarn.pool.ledger;

import java.net.URI;

/**
 * A pool as it was declared.
 *
 * @param poolId its name
 * @param capacityGiB its slices
 * @param emc where its EMC answers
 * @param incarnation rises when the EMC is replaced, from 1
 * @param failed whether the EMC of this incarnation was declared failed
 */
public record Pool(String poolId, int capacityGiB, URI emc, int incarnation, boolean failed) {}
