/** The REST edge of the pool manager. */
@NullMarked
package io.tarn.pool.ingress;

import org.jspecify.annotations.NullMarked;
