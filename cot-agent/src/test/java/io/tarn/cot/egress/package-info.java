/** Tests of the edge to the bus. */
@NullMarked
package io.tarn.cot.egress;

import org.jspecify.annotations.NullMarked;
