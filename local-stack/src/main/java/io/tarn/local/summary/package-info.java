/** What a run has shown, for people and for programs. */
@NullMarked
package io.tarn.local.summary;

import org.jspecify.annotations.NullMarked;
