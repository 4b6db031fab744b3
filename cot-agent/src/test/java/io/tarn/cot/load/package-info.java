/** Tests of the load. */
@NullMarked
package io.tarn.cot.load;

import org.jspecify.annotations.NullMarked;
