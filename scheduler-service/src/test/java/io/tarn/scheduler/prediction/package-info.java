@NullMarked
package io.tarn.scheduler.prediction;

import org.jspecify.annotations.NullMarked;
