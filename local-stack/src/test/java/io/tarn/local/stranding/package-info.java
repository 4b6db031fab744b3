@NullMarked
package io.tarn.local.stranding;

import org.jspecify.annotations.NullMarked;
