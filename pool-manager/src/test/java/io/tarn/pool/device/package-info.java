/** Tests of this package. */
@NullMarked
package io.tarn.pool.device;

import org.jspecify.annotations.NullMarked;
