/** Events to the bus, calls to the pool manager, metrics. */
@NullMarked
package io.tarn.scheduler.egress;

import org.jspecify.annotations.NullMarked;
