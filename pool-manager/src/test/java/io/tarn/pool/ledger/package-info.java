/** Tests of this package. */
@NullMarked
package io.tarn.pool.ledger;

import org.jspecify.annotations.NullMarked;
