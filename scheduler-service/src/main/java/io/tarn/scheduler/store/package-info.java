/** The scheduler's rows in PostgreSQL. */
@NullMarked
package io.tarn.scheduler.store;

import org.jspecify.annotations.NullMarked;
