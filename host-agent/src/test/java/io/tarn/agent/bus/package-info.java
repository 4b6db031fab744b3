@NullMarked
package io.tarn.agent.bus;

import org.jspecify.annotations.NullMarked;
