/** Front ends and their epochs. */
@NullMarked
package io.tarn.telemetry.frontend;

import org.jspecify.annotations.NullMarked;
