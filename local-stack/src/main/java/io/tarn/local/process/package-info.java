/** Child processes: how they are started, remembered and ended. */
@NullMarked
package io.tarn.local.process;

import org.jspecify.annotations.NullMarked;
