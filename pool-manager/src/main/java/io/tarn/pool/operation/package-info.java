/** Orders to hosts that are about a VM, from the order to whatever ends them. */
@NullMarked
package io.tarn.pool.operation;

import org.jspecify.annotations.NullMarked;
