/** Fakes and helpers of the pool manager's tests. */
@NullMarked
package io.tarn.pool.testing;

import org.jspecify.annotations.NullMarked;
