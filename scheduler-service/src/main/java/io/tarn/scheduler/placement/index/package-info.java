/** Hosts and wirings in an order that lets the best places be found without a look at the rest. */
@NullMarked
package io.tarn.scheduler.placement.index;

import org.jspecify.annotations.NullMarked;
