/** Starts the pool manager: wiring, configuration, metrics. */
@NullMarked
package io.tarn.pool.app;

import org.jspecify.annotations.NullMarked;
