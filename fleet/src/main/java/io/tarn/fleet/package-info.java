/**
 * The VMs that demo, tests and benchmarks place: a seeded generator of arrivals, and a reader of
 * traces.
 */
@NullMarked
package io.tarn.fleet;

import org.jspecify.annotations.NullMarked;
