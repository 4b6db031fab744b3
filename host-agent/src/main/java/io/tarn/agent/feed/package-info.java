/** Talks to the pool manager: boot reports, the command feed, acknowledgements. */
@NullMarked
package io.tarn.agent.feed;

import org.jspecify.annotations.NullMarked;
