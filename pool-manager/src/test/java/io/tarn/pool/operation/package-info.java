/** Tests of operations. */
@NullMarked
package io.tarn.pool.operation;

import org.jspecify.annotations.NullMarked;
