@NullMarked
package io.tarn.local.process;

import org.jspecify.annotations.NullMarked;
