/** Which process listens where. */
@NullMarked
package io.tarn.local.port;

import org.jspecify.annotations.NullMarked;
