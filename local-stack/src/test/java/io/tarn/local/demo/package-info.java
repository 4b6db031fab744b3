@NullMarked
package io.tarn.local.demo;

import org.jspecify.annotations.NullMarked;
