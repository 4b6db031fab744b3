/** Announcements out. */
@NullMarked
package io.tarn.trainer.egress;

import org.jspecify.annotations.NullMarked;
