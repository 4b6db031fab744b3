@NullMarked
package io.tarn.fleet.oracle;

import org.jspecify.annotations.NullMarked;
