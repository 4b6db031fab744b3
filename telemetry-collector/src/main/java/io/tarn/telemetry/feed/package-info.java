/** Reports of agents: what was heard before, and how far a host's clock has come. */
@NullMarked
package io.tarn.telemetry.feed;

import org.jspecify.annotations.NullMarked;
