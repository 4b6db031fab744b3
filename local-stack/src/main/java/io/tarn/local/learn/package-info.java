/** The loop that learns: models are trained on what was seen, and judged by what is true. */
@NullMarked
package io.tarn.local.learn;

import org.jspecify.annotations.NullMarked;
