@NullMarked
package io.tarn.agent.kernel;

import org.jspecify.annotations.NullMarked;
