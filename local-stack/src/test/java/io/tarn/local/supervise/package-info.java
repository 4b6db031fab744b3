@NullMarked
package io.tarn.local.supervise;

import org.jspecify.annotations.NullMarked;
