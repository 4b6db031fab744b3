/** Tests of the cache. */
@NullMarked
package io.tarn.cot.cache;

import org.jspecify.annotations.NullMarked;
