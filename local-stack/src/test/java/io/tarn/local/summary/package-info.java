@NullMarked
package io.tarn.local.summary;

import org.jspecify.annotations.NullMarked;
