/** Tests of the pool manager as a whole. */
@NullMarked
package io.tarn.pool;

import org.jspecify.annotations.NullMarked;
