/** What the pool manager says to others: the EMC over HTTP, events to the bus. */
@NullMarked
package io.tarn.pool.egress;

import org.jspecify.annotations.NullMarked;
