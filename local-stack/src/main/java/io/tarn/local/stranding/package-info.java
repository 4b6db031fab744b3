/** How much memory lies idle because the cores beside it are rented. */
@NullMarked
package io.tarn.local.stranding;

import org.jspecify.annotations.NullMarked;
