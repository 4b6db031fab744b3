/** Pairs and their states. */
@NullMarked
package io.tarn.trainer.registry;

import org.jspecify.annotations.NullMarked;
