/** Events that arrive once, however often they are delivered. */
@NullMarked
package io.tarn.chassis.inbox;

import org.jspecify.annotations.NullMarked;
