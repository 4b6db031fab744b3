/** One training, from rows to a decision about its pair. */
@NullMarked
package io.tarn.trainer.run;

import org.jspecify.annotations.NullMarked;
