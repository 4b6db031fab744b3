@NullMarked
package io.tarn.emulator.http;

import org.jspecify.annotations.NullMarked;
