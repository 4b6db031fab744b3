package io.tarn.chassis.lease;

/**
 * The right to act alone on a thing, until it expires on the database's clock.
 *
 * @param name the thing, for example {@code pool/p1}
 * @param holder who holds it, unique per process
 * @param epoch rises whenever it changes hands, from 1; carried by everything done under it
 */
public record Lease(String name, String holder, long epoch) {}
