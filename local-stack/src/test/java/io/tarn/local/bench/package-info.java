@NullMarked
package io.tarn.local.bench;

import org.jspecify.annotations.NullMarked;
