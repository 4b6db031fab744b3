/** What a host's VMs do: their counters each second, and scans of their access bits. */
@NullMarked
package io.tarn.agent.probe;

import org.jspecify.annotations.NullMarked;
