/** Rows, and which of them may be seen when. */
@NullMarked
package io.tarn.trainer.dataset;

import org.jspecify.annotations.NullMarked;
