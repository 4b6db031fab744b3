/** Who calls, what they may do, and what a service does when it is told nothing of it. */
@NullMarked
package io.tarn.chassis.identity;

import org.jspecify.annotations.NullMarked;
