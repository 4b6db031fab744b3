/** The scheduler's main class, wiring and configuration. */
@NullMarked
package io.tarn.scheduler.app;

import org.jspecify.annotations.NullMarked;
