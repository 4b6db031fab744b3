/** HTTP and files in. */
@NullMarked
package io.tarn.trainer.ingress;

import org.jspecify.annotations.NullMarked;
