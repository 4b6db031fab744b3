package io.tarn.trainer.dataset;

/** Where the rows come from. */
@FunctionalInterface
public interface TrainingData {

  /**
   * Reads the rows as they are now, all of one moment.
   *
   * @param scenario 182 or 222, whose slowdowns label the workloads
   * @throws RefusedDataException when there is no such data or it has another form
   */
  Dataset read(int scenario);
}
