/** A durable PostgreSQL of the stack's own. */
@NullMarked
package io.tarn.local.postgres;

import org.jspecify.annotations.NullMarked;
