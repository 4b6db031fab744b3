/**
 * Where things are: the checkout with its jars, and {@code .tarn/} with everything that a stack
 * keeps.
 */
@NullMarked
package io.tarn.local.home;

import org.jspecify.annotations.NullMarked;
