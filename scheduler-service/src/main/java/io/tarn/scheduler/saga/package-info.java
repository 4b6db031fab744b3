/** A VM's way from a request to READY and out again, through crashes of any process. */
@NullMarked
package io.tarn.scheduler.saga;

import org.jspecify.annotations.NullMarked;
