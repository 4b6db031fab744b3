/** Keeps tables on disk so that a kill at any moment loses nothing that was answered. */
@NullMarked
package io.tarn.emulator.journal;

import org.jspecify.annotations.NullMarked;
