/** What the processes of Tarn agree on: topic names, identifiers, checks on input. */
@NullMarked
package io.tarn.contracts;

import org.jspecify.annotations.NullMarked;
