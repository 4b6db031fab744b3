/** Tests of this package. */
@NullMarked
package io.tarn.pool.ingress;

import org.jspecify.annotations.NullMarked;
