/** Keys and tokens for evaluation. */
@NullMarked
package io.tarn.local.identity;

import org.jspecify.annotations.NullMarked;
