@NullMarked
package io.tarn.local.port;

import org.jspecify.annotations.NullMarked;
