/** REST bodies of the pool manager: pools, grants and the command feed of a host. */
@NullMarked
package io.tarn.contracts.pool;

import org.jspecify.annotations.NullMarked;
