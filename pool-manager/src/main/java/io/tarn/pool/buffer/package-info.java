/** How many free slices a pool needs until what is asked back has come back. */
@NullMarked
package io.tarn.pool.buffer;

import org.jspecify.annotations.NullMarked;
