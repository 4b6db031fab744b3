/** Who may act alone, and until when, on the database's clock. */
@NullMarked
package io.tarn.chassis.lease;

import org.jspecify.annotations.NullMarked;
