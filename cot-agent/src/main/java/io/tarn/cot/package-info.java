/** The front end's process: command line and wiring. */
@NullMarked
package io.tarn.cot;

import org.jspecify.annotations.NullMarked;
