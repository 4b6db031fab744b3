/** The command line. */
@NullMarked
package io.tarn.local.cli;

import org.jspecify.annotations.NullMarked;
