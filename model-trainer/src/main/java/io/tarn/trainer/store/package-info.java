/** The registry and the collector's views in PostgreSQL. */
@NullMarked
package io.tarn.trainer.store;

import org.jspecify.annotations.NullMarked;
