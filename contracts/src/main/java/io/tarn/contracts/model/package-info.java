/**
 * A pair of models as it travels: manifest, two ONNX files, signature; and how to tell whether to
 * trust it.
 */
@NullMarked
package io.tarn.contracts.model;

import org.jspecify.annotations.NullMarked;
