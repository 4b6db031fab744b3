/** The pool manager's record in PostgreSQL. */
@NullMarked
package io.tarn.pool.store;

import org.jspecify.annotations.NullMarked;
