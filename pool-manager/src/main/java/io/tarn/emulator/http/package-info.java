/** The HTTP edge of the emulator. */
@NullMarked
package io.tarn.emulator.http;

import org.jspecify.annotations.NullMarked;
