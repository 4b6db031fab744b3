/** The agent's process: command line and wiring. */
@NullMarked
package io.tarn.agent;

import org.jspecify.annotations.NullMarked;
