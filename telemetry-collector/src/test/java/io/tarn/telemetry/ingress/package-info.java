/** Tests of what comes in. */
@NullMarked
package io.tarn.telemetry.ingress;

import org.jspecify.annotations.NullMarked;
