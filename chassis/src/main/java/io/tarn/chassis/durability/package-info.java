/** Refuses a database that may forget what it confirmed. */
@NullMarked
package io.tarn.chassis.durability;

import org.jspecify.annotations.NullMarked;
