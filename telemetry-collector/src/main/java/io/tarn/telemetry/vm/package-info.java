/** Who a VM is, as the scheduler tells. */
@NullMarked
package io.tarn.telemetry.vm;

import org.jspecify.annotations.NullMarked;
