/** Makes the kernel's memory what the commands say. */
@NullMarked
package io.tarn.agent.enact;

import org.jspecify.annotations.NullMarked;
