@NullMarked
package io.tarn.fleet.latent;

import org.jspecify.annotations.NullMarked;
