/** Problem documents (RFC 9457) at the HTTP edge. */
@NullMarked
package io.tarn.chassis.problem;

import org.jspecify.annotations.NullMarked;
