/** Tests of the collector as a whole. */
@NullMarked
package io.tarn.telemetry;

import org.jspecify.annotations.NullMarked;
