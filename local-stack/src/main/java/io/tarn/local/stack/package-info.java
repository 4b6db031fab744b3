/** A whole stack, from nothing to ready and back. */
@NullMarked
package io.tarn.local.stack;

import org.jspecify.annotations.NullMarked;
