/** Tests of imbalance and its noise. */
@NullMarked
package io.tarn.cot.balance;

import org.jspecify.annotations.NullMarked;
