@NullMarked
package io.tarn.local.home;

import org.jspecify.annotations.NullMarked;
