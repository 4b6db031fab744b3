/** Pools, their ports and what can be seen of them. */
@NullMarked
package io.tarn.pool.pool;

import org.jspecify.annotations.NullMarked;
