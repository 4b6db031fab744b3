/** Hosts and pools as the scheduler sees them, and how old that view is. */
@NullMarked
package io.tarn.scheduler.host;

import org.jspecify.annotations.NullMarked;
