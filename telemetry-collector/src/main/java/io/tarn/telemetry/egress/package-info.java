/** Events for the bus, through the outbox. */
@NullMarked
package io.tarn.telemetry.egress;

import org.jspecify.annotations.NullMarked;
