/** A storm: load on the pool manager while its processes are killed and paused at random. */
@NullMarked
package io.tarn.local.storm;

import org.jspecify.annotations.NullMarked;
