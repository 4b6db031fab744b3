/** Tests of this package. */
@NullMarked
package io.tarn.pool.app;

import org.jspecify.annotations.NullMarked;
