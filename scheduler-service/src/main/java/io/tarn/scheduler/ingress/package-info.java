/** REST and bus to domain values and back. */
@NullMarked
package io.tarn.scheduler.ingress;

import org.jspecify.annotations.NullMarked;
