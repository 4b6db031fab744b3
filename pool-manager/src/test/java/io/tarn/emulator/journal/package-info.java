@NullMarked
package io.tarn.emulator.journal;

import org.jspecify.annotations.NullMarked;
