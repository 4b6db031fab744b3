/** Work that a service does again and again. */
@NullMarked
package io.tarn.chassis.loop;

import org.jspecify.annotations.NullMarked;
