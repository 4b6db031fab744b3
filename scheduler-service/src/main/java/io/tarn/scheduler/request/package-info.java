/** What a client asks for: its canonical form and its name. */
@NullMarked
package io.tarn.scheduler.request;

import org.jspecify.annotations.NullMarked;
