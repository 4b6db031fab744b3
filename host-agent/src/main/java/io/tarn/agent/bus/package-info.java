/** Kafka: placements come in, telemetry goes out. */
@NullMarked
package io.tarn.agent.bus;

import org.jspecify.annotations.NullMarked;
