/** Making the EMC's table say what the record says, and believing only what was read back. */
@NullMarked
package io.tarn.pool.device;

import org.jspecify.annotations.NullMarked;
