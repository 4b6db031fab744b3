@NullMarked
package io.tarn.emulator.table;

import org.jspecify.annotations.NullMarked;
