/** Tests of this package. */
@NullMarked
package io.tarn.pool.feed;

import org.jspecify.annotations.NullMarked;
