/** One slice and every way it can change. Pure: no clock, no I/O. */
@NullMarked
package io.tarn.pool.slice;

import org.jspecify.annotations.NullMarked;
