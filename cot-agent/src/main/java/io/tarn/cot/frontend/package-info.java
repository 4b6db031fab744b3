/** A front end: drives a cache before a tier with reads and updates, and reports its epochs. */
@NullMarked
package io.tarn.cot.frontend;

import org.jspecify.annotations.NullMarked;
