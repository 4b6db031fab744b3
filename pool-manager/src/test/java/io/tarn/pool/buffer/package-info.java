@NullMarked
package io.tarn.pool.buffer;

import org.jspecify.annotations.NullMarked;
