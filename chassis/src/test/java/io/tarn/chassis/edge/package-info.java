/** A small service, and what its edge answers over real HTTP. */
@NullMarked
package io.tarn.chassis.edge;

import org.jspecify.annotations.NullMarked;
