@NullMarked
package io.tarn.local.storm;

import org.jspecify.annotations.NullMarked;
