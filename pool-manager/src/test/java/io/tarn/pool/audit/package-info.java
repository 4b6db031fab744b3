/** Tests of audits and repairs. */
@NullMarked
package io.tarn.pool.audit;

import org.jspecify.annotations.NullMarked;
