@NullMarked
package io.tarn.fleet;

import org.jspecify.annotations.NullMarked;
