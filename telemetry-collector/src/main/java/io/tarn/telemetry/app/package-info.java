/** The collector's main class, wiring and configuration. */
@NullMarked
package io.tarn.telemetry.app;

import org.jspecify.annotations.NullMarked;
