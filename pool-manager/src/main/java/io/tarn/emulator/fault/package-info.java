/** Misbehaviour on demand: what a device does wrong, to which calls, how often. */
@NullMarked
package io.tarn.emulator.fault;

import org.jspecify.annotations.NullMarked;
