package io.tarn.trainer.ingress;

import io.tarn.trainer.run.TrainingRequest;
import io.tarn.trainer.run.TrainingView;
import java.util.Optional;

/** Starts trainings in the background. */
public interface TrainingDesk {

  /**
   * Starts one.
   *
   * @return its id; empty while another runs
   */
  Optional<String> start(TrainingRequest request);

  /** One of them. */
  Optional<TrainingView> find(String trainingId);
}
