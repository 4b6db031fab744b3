/** Bytes to messages and back, with the checks that a consumer relies on. */
@NullMarked
package io.tarn.contracts.codec;

import org.jspecify.annotations.NullMarked;
