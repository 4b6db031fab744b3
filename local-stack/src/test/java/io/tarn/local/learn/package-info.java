@NullMarked
package io.tarn.local.learn;

import org.jspecify.annotations.NullMarked;
