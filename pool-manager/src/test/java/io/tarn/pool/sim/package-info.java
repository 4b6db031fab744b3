/**
 * A deterministic simulation of pools: real managers' code, real agents and the real rules of an
 * EMC on one seeded clock, and a verifier that looks at all of it after every step.
 */
@NullMarked
package io.tarn.pool.sim;

import org.jspecify.annotations.NullMarked;
