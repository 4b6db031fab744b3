@NullMarked
package io.tarn.scheduler.egress;

import org.jspecify.annotations.NullMarked;
