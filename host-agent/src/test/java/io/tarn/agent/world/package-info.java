/** Small in-memory stand-ins for what surrounds an agent. */
@NullMarked
package io.tarn.agent.world;

import org.jspecify.annotations.NullMarked;
