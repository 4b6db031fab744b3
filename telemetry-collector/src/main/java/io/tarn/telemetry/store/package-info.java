/** The collector's rows. */
@NullMarked
package io.tarn.telemetry.store;

import org.jspecify.annotations.NullMarked;
