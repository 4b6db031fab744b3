/** Asks an EMC whose a slice is before it is brought online. */
@NullMarked
package io.tarn.agent.emc;

import org.jspecify.annotations.NullMarked;
