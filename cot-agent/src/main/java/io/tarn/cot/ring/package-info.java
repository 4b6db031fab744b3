/** Which back end has a key. JDK only. */
@NullMarked
package io.tarn.cot.ring;

import org.jspecify.annotations.NullMarked;
