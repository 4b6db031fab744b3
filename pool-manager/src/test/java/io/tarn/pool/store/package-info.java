/** Tests of this package. */
@NullMarked
package io.tarn.pool.store;

import org.jspecify.annotations.NullMarked;
