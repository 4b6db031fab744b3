/** Synthetic load: which key is asked for next. JDK only. */
@NullMarked
package io.tarn.cot.load;

import org.jspecify.annotations.NullMarked;
