/** The same answer to the same request. */
@NullMarked
package io.tarn.chassis.idempotency;

import org.jspecify.annotations.NullMarked;
