@NullMarked
package io.tarn.agent.probe;

import org.jspecify.annotations.NullMarked;
