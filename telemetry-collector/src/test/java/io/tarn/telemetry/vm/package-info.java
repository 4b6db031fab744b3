/** Tests of VMs. */
@NullMarked
package io.tarn.telemetry.vm;

import org.jspecify.annotations.NullMarked;
