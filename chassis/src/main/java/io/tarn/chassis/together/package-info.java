/** Work that is cheaper done together. */
@NullMarked
package io.tarn.chassis.together;

import org.jspecify.annotations.NullMarked;
