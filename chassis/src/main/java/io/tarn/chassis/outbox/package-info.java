/** Events that leave in the transaction of the fact that they tell. */
@NullMarked
package io.tarn.chassis.outbox;

import org.jspecify.annotations.NullMarked;
