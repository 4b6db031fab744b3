/** Tests of windows. */
@NullMarked
package io.tarn.telemetry.window;

import org.jspecify.annotations.NullMarked;
