/** One-minute windows of counters: when they close, what is in them, whether to trust it. */
@NullMarked
package io.tarn.telemetry.window;

import org.jspecify.annotations.NullMarked;
