/** The simulated hosts and pools that a stack starts with. */
@NullMarked
package io.tarn.local.cluster;

import org.jspecify.annotations.NullMarked;
