/** REST bodies of the scheduler: hosts and VMs. */
@NullMarked
package io.tarn.contracts.placement;

import org.jspecify.annotations.NullMarked;
