/** Proofs that take longer than a build may. */
@NullMarked
package io.tarn.local.evidence;

import org.jspecify.annotations.NullMarked;
