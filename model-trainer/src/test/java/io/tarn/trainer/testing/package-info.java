/** Data with known structure, and what tests share. */
@NullMarked
package io.tarn.trainer.testing;

import org.jspecify.annotations.NullMarked;
