/** Tests of the faults. */
@NullMarked
package io.tarn.emulator.fault;

import org.jspecify.annotations.NullMarked;
