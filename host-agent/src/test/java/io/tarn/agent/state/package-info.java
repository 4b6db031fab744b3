@NullMarked
package io.tarn.agent.state;

import org.jspecify.annotations.NullMarked;
