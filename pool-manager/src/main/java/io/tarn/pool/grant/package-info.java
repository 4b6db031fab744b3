/** Giving slices to a VM and asking for them back. */
@NullMarked
package io.tarn.pool.grant;

import org.jspecify.annotations.NullMarked;
