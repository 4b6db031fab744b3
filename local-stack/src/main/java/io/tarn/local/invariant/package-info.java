/** What must hold at the end of a run, checked over rows of the stores. */
@NullMarked
package io.tarn.local.invariant;

import org.jspecify.annotations.NullMarked;
