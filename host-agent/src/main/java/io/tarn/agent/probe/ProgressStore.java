package io.tarn.agent.probe;

import java.io.IOException;

/** Keeps the progress of the probes. */
public interface ProgressStore {

  /**
   * What was saved last, {@link Progress#NONE} when nothing was.
   *
   * @throws IOException when it cannot be read
   */
  Progress loadProgress() throws IOException;

  /**
   * Replaces it, durably.
   *
   * @throws IOException when it cannot be written
   */
  void saveProgress(Progress progress) throws IOException;
}
