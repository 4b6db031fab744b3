/** Tests of the front end. */
@NullMarked
package io.tarn.cot.frontend;

import org.jspecify.annotations.NullMarked;
