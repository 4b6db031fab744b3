/** What an agent knows of the slices of its host. */
@NullMarked
package io.tarn.agent.slice;

import org.jspecify.annotations.NullMarked;
