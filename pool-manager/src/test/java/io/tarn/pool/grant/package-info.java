/** Tests of this package. */
@NullMarked
package io.tarn.pool.grant;

import org.jspecify.annotations.NullMarked;
