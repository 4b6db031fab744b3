/** What scans say of a VM's memory. */
@NullMarked
package io.tarn.telemetry.memory;

import org.jspecify.annotations.NullMarked;
