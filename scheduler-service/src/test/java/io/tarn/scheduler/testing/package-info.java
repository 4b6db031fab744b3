/** What tests of the scheduler share: a pool manager over real HTTP, and a client. */
@NullMarked
package io.tarn.scheduler.testing;

import org.jspecify.annotations.NullMarked;
