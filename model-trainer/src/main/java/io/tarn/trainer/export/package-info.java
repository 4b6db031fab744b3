/** Smile's trees as ONNX, and the proof that they agree. */
@NullMarked
package io.tarn.trainer.export;

import org.jspecify.annotations.NullMarked;
