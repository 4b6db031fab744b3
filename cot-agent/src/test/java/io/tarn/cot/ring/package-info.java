/** Tests of rings. */
@NullMarked
package io.tarn.cot.ring;

import org.jspecify.annotations.NullMarked;
