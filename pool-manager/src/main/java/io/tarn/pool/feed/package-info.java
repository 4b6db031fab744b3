/** A host's side: its boots, its command feed, and what it observed. */
@NullMarked
package io.tarn.pool.feed;

import org.jspecify.annotations.NullMarked;
