/** Record, EMC and hosts held against each other, and what mends the differences. */
@NullMarked
package io.tarn.pool.audit;

import org.jspecify.annotations.NullMarked;
