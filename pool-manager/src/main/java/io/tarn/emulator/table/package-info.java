/** What an external memory controller decides and remembers; knows neither files nor HTTP. */
@NullMarked
package io.tarn.emulator.table;

import org.jspecify.annotations.NullMarked;
