/** How large the cache should be: a pure decision once an epoch. JDK only. */
@NullMarked
package io.tarn.cot.resize;

import org.jspecify.annotations.NullMarked;
