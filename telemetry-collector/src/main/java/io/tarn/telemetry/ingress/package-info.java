/** Bus and REST to domain values. */
@NullMarked
package io.tarn.telemetry.ingress;

import org.jspecify.annotations.NullMarked;
