/** The EMC emulator: a process that stands in for external memory controllers. */
@NullMarked
package io.tarn.emulator;

import org.jspecify.annotations.NullMarked;
