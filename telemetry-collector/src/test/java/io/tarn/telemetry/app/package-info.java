/** Tests of the configuration. */
@NullMarked
package io.tarn.telemetry.app;

import org.jspecify.annotations.NullMarked;
