/** What a stack shall be like, and what it is like. */
@NullMarked
package io.tarn.local.plan;

import org.jspecify.annotations.NullMarked;
