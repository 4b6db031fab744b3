@NullMarked
package io.tarn.emulator;

import org.jspecify.annotations.NullMarked;
