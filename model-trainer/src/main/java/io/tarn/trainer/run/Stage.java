package io.tarn.trainer.run;

/** Where a training is. */
public enum Stage {
  /** Reading rows. */
  READING,
  /** Fitting the forest. */
  FOREST,
  /** Fitting the boosted trees. */
  BOOST,
  /** Writing both as ONNX and comparing them with Smile. */
  EXPORT,
  /** Choosing the operating point and judging the pair. */
  EVALUATION,
  /** Nothing more to do. */
  DONE
}
