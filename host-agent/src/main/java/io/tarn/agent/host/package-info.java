/** One host and the agent on it. */
@NullMarked
package io.tarn.agent.host;

import org.jspecify.annotations.NullMarked;
