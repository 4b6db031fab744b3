package io.tarn.trainer.run;

import java.util.Optional;
import java.util.function.Supplier;

/** The trainings, and the right to run one. */
public interface TrainingLog {

  /**
   * Begins a training, if none is under way anywhere. One that was cut off is closed first.
   *
   * @return empty while another runs
   */
  Optional<Ticket> begin(String trainingId, TrainingRequest request);

  /** Closes a training that was cut off, so that nobody waits for its end. */
  void closeCutOff();

  /** A training. */
  Optional<TrainingView> find(String trainingId);

  /** The right to run one training. */
  interface Ticket extends Progress {

    /**
     * Keeps the right.
     *
     * @return whether it was still held
     */
    boolean renew();

    /**
     * Ends the training: what the supplier writes and the end are one transaction, under the right
     * or not at all.
     *
     * @throws RuntimeException when the right was lost meanwhile
     */
    TrainingEnd end(Supplier<TrainingEnd> last);
  }
}
