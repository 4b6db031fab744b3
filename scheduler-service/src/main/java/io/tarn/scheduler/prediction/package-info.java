/** Scores VMs with a verified pair of models. */
@NullMarked
package io.tarn.scheduler.prediction;

import org.jspecify.annotations.NullMarked;
