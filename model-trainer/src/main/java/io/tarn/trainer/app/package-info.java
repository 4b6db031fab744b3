/** Main classes, wiring, properties. */
@NullMarked
package io.tarn.trainer.app;

import org.jspecify.annotations.NullMarked;
