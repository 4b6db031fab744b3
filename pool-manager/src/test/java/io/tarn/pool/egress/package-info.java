/** Tests of this package. */
@NullMarked
package io.tarn.pool.egress;

import org.jspecify.annotations.NullMarked;
