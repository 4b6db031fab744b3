/** Fits the two models. */
@NullMarked
package io.tarn.trainer.training;

import org.jspecify.annotations.NullMarked;
