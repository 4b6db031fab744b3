@NullMarked
package io.tarn.local.kafka;

import org.jspecify.annotations.NullMarked;
