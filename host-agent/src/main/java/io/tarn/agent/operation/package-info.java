/** What a host was ordered to do with VMs, and doing it. */
@NullMarked
package io.tarn.agent.operation;

import org.jspecify.annotations.NullMarked;
