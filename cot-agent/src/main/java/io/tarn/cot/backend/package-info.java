/** The cache tier behind a front end: back ends, and the storage that they cache. */
@NullMarked
package io.tarn.cot.backend;

import org.jspecify.annotations.NullMarked;
