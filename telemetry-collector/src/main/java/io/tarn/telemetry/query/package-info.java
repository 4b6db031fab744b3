/** What REST asks of the rows. */
@NullMarked
package io.tarn.telemetry.query;

import org.jspecify.annotations.NullMarked;
