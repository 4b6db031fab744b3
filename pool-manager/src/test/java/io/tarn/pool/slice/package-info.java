/** Tests of the slice machine. */
@NullMarked
package io.tarn.pool.slice;

import org.jspecify.annotations.NullMarked;
