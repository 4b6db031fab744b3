@NullMarked
package io.tarn.agent.host;

import org.jspecify.annotations.NullMarked;
