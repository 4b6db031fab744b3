/** Where a VM goes: constraints, scores, and the decision they lead to. */
@NullMarked
package io.tarn.scheduler.placement;

import org.jspecify.annotations.NullMarked;
