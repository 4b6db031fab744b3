/** Tests of histories. */
@NullMarked
package io.tarn.telemetry.history;

import org.jspecify.annotations.NullMarked;
