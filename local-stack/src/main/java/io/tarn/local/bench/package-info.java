/** Measurements, each next to a floor. */
@NullMarked
package io.tarn.local.bench;

import org.jspecify.annotations.NullMarked;
