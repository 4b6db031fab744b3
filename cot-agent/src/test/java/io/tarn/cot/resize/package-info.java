/** Tests of the resizer. */
@NullMarked
package io.tarn.cot.resize;

import org.jspecify.annotations.NullMarked;
