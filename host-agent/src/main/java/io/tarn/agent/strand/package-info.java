/** The one thread of control that each host has, its timers, and how it waits after failures. */
@NullMarked
package io.tarn.agent.strand;

import org.jspecify.annotations.NullMarked;
