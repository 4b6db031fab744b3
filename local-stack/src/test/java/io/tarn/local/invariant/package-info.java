@NullMarked
package io.tarn.local.invariant;

import org.jspecify.annotations.NullMarked;
