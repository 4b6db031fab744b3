/** Tests of feeds. */
@NullMarked
package io.tarn.telemetry.feed;

import org.jspecify.annotations.NullMarked;
