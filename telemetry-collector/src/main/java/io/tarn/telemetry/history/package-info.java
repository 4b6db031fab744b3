/** What is known of customers and workloads from VMs that were. */
@NullMarked
package io.tarn.telemetry.history;

import org.jspecify.annotations.NullMarked;
