/**
 * What the models see: how counters and histories become the numbers that collector, trainer and
 * scorer must agree on. A change of meaning or order raises the version of its schema.
 */
@NullMarked
package io.tarn.contracts.feature;

import org.jspecify.annotations.NullMarked;
