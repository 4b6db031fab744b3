/**
 * What is hidden in a fleet, for judging predictions. No production module may import it: a feature
 * made of it would know the answer.
 */
@NullMarked
package io.tarn.fleet.oracle;

import org.jspecify.annotations.NullMarked;
