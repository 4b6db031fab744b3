@NullMarked
package io.tarn.local.cluster;

import org.jspecify.annotations.NullMarked;
