/** How evenly look-ups fall on back ends. JDK only. */
@NullMarked
package io.tarn.cot.balance;

import org.jspecify.annotations.NullMarked;
