/** Taking a host's memory from it without the host. */
@NullMarked
package io.tarn.pool.fence;

import org.jspecify.annotations.NullMarked;
