/** Streams, their truth, and the parts to run the collector with. */
@NullMarked
package io.tarn.telemetry.testing;

import org.jspecify.annotations.NullMarked;
