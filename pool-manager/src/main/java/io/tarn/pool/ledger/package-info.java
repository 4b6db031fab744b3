/** What one transaction reads, decides and leaves behind. */
@NullMarked
package io.tarn.pool.ledger;

import org.jspecify.annotations.NullMarked;
