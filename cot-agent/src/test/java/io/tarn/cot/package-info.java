/** Tests of the process. */
@NullMarked
package io.tarn.cot;

import org.jspecify.annotations.NullMarked;
