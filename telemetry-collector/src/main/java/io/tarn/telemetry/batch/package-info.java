/** Records that are committed together. */
@NullMarked
package io.tarn.telemetry.batch;

import org.jspecify.annotations.NullMarked;
