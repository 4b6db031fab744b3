/** Keeps the state of simulated hosts in files. */
@NullMarked
package io.tarn.agent.state;

import org.jspecify.annotations.NullMarked;
