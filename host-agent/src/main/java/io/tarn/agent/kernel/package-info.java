/** The memory of a host's kernel, in blocks. */
@NullMarked
package io.tarn.agent.kernel;

import org.jspecify.annotations.NullMarked;
