/** Rules for the tests of modules that use the fleet. */
@NullMarked
package io.tarn.fleet.testing;

import org.jspecify.annotations.NullMarked;
