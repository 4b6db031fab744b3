@NullMarked
package io.tarn.agent;

import org.jspecify.annotations.NullMarked;
