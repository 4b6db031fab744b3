@NullMarked
package io.tarn.chassis.settings;

import org.jspecify.annotations.NullMarked;
