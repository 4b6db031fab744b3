/** How much of a VM's memory may come from a pool. */
@NullMarked
package io.tarn.scheduler.policy;

import org.jspecify.annotations.NullMarked;
