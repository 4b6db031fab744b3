@NullMarked
package io.tarn.agent.slice;

import org.jspecify.annotations.NullMarked;
