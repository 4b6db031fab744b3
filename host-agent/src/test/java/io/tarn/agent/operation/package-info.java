@NullMarked
package io.tarn.agent.operation;

import org.jspecify.annotations.NullMarked;
