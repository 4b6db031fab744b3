/** Keeps processes running, and takes orders over a loopback port. */
@NullMarked
package io.tarn.local.supervise;

import org.jspecify.annotations.NullMarked;
