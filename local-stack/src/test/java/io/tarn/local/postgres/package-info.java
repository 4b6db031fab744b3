@NullMarked
package io.tarn.local.postgres;

import org.jspecify.annotations.NullMarked;
