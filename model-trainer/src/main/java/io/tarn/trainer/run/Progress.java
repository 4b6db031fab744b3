package io.tarn.trainer.run;

/** Is told where a training is. */
@FunctionalInterface
public interface Progress {

  /** A stage begins. */
  void entered(Stage stage);
}
