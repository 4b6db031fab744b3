/** The cache of a front end: which keys are hot, and the values of the hottest. JDK only. */
@NullMarked
package io.tarn.cot.cache;

import org.jspecify.annotations.NullMarked;
