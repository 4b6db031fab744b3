/** Tests of this package. */
@NullMarked
package io.tarn.pool.pool;

import org.jspecify.annotations.NullMarked;
