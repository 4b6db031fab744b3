/** Which days are kept. */
@NullMarked
package io.tarn.telemetry.retention;

import org.jspecify.annotations.NullMarked;
