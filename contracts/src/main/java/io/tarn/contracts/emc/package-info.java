/** Bodies of the EMC emulator: the table of owners of one external memory controller. */
@NullMarked
package io.tarn.contracts.emc;

import org.jspecify.annotations.NullMarked;
