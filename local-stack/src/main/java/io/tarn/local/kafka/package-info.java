/** A real Kafka broker of the stack's own. */
@NullMarked
package io.tarn.local.kafka;

import org.jspecify.annotations.NullMarked;
