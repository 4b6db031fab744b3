/** Figures of a pair, the operating point, the gate. */
@NullMarked
package io.tarn.trainer.evaluation;

import org.jspecify.annotations.NullMarked;
