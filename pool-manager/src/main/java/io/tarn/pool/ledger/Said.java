package io.tarn.pool.ledger;

import io.tarn.contracts.pool.Observation;

/**
 * What a host said of a slice, whether it was believed or not.
 *
 * @param hostId who said it
 * @param bootId in which of its boots
 * @param seen what it said
 */
public record Said(String hostId, String bootId, Observation seen) {}
