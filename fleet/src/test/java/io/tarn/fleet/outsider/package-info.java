/** Stands for another module that breaks the rule. */
@NullMarked
package io.tarn.fleet.outsider;

import org.jspecify.annotations.NullMarked;
